/* Experiments: the message for each error of a variant. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#define SWEEP(text) HEAD "sweep:\n" text

static const struct fault faults[] = {
    {SWEEP("  variants: [a]\n"),
     "line 6, column 13: sweep.variants: found a list, expected names and "
     "their fields such as {small: {model.hidden: 50}}"},
    {SWEEP("  variants: {}\n"),
     "line 6, column 13: sweep.variants: found none, expected names and their "
     "fields such as {small: {model.hidden: 50}}"},
    {SWEEP("  variants: {'': {}}\n"),
     "line 6, column 14: a field's name must be a plain word"},
    {SWEEP("  variants: {\"a\\nb\": {}}\n"),
     "line 6, column 14: sweep.variants: found the name \"a\\nb\", expected "
     "100 bytes at most, without control characters"},
    {SWEEP("  variants: {a: {}, a: {train.batch: 1}}\n"),
     "line 6, column 21: field 'a' is given twice, first in line 6"},
    {SWEEP("  variants: {a: 3}\n"),
     "line 6, column 17: sweep.variants: a: found '3', expected fields such as "
     "{model.hidden: 50}, or {}"},
    {SWEEP("  variants: {a: {modle.hidden: 3}}\n"),
     "line 6, column 18: sweep.variants: a: found 'modle.hidden', expected a "
     "field of task, model or train such as model.hidden; did you mean "
     "'model'?"},
    {SWEEP("  variants: {a: {run: {threads: 3}}}\n"),
     "line 6, column 24: sweep.variants: a: found 'run.threads', expected a "
     "field of task, model or train such as model.hidden"},
    {SWEEP("  variants: {a: {train: 3}}\n"),
     "line 6, column 18: sweep.variants: a: found 'train', expected a field of "
     "task, model or train such as model.hidden"},
    {SWEEP("  variants: {a: {task: mlu}}\n"),
     "line 6, column 18: sweep.variants: a: task.kind cannot be swept, tasks "
     "have no goal in common"},
    {SWEEP("  variants: {a: {model: {hiden: 3}}}\n"),
     "line 6, column 33: trial 0 (variant=a): unknown field 'hiden' in model "
     "(decatt); did you mean 'hidden'?"},
    {SWEEP("  variants: {a: {}, b: {train.batch: many}}\n"),
     "line 6, column 38: trial 1 (variant=b): train.batch: found 'many', "
     "expected a whole number"},
    {SWEEP("  variants: {a: {model.kind: baw}}\n"),
     "line 6, column 30: model.kind: found 'baw', expected one of decatt or "
     "bow; did you mean 'bow'?"},
    {SWEEP("  variants: {a: {train.batch: 3, train: {batch: 4}}}\n"),
     "line 6, column 42: sweep.variants: a: found train.batch twice"},
    {SWEEP("  variants: {a: {}, b: {model.attention: coda}}\n"
           "  parameters: {model.attention.kind: [coda, softmax]}\n"),
     "line 7, column 16: sweep.parameters: found model.attention.kind, which "
     "variant 'b' sets; expected it in one of the two"},
    {SWEEP("  variants: {a: {model.attention.beta: 2}}\n"
           "  parameters: {model.attention: [{kind: coda}]}\n"),
     "line 7, column 16: sweep.parameters: found model.attention, which "
     "variant 'a' sets; expected it in one of the two"},
    {SWEEP("  variants: {a: {}, b: {model.kind: bow}}\n"
           "  parameters: {model.dropout: [0.1, 0.2]}\n"),
     "line 7, column 32: trial 2 (variant=b, model.dropout=0.1): unknown field "
     "'dropout' in model (bow); it is a field of model decatt"},
    {SWEEP("  parameters: {variant: [a]}\n"),
     "line 6, column 16: sweep.parameters: found 'variant', expected "
     "sweep.variants to choose from"},
    {SWEEP("  variants: {wide: {}}\n  parameters: {variant: wide}\n"),
     "line 7, column 25: sweep.parameters: variant: found 'wide', expected a "
     "list of names in sweep.variants"},
    {SWEEP("  variants: {wide: {}, deep: {}}\n"
           "  parameters: {variant: [wide, wdie]}\n"),
     "line 7, column 32: sweep.parameters: variant: found 'wdie', expected one "
     "of wide or deep; did you mean 'wide'?"},
    {SWEEP("  variants: {wide: {}}\n  parameters: {variant: [wide, wide]}\n"),
     "line 7, column 32: sweep.parameters: variant has the value wide twice"},
    {SWEEP(
         "  variants: {wide: {}, deep: {}}\n") "published: [{where: {variant: "
                                               "dep}, test.map: 1, source: "
                                               "x}]\n",
     "line 7, column 31: published: variant: found 'dep', expected one of wide "
     "or deep; did you mean 'deep'?"},
    {HEAD "published: [{where: {variant: a}, test.map: 1, source: x}]\n",
     "line 5, column 31: published: variant: found 'a', expected no variant "
     "without sweep.variants"},
};

static void each_fault_has_its_line(void **state)
{
    (void)state;
    each_fault(faults, sizeof(faults) / sizeof(faults[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_line),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
