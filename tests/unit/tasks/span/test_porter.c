/* Porter's stemmer, rule by rule; the stems are those of NLTK 3.10. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "tasks/span/porter.h"

struct pair {
    const char *word, *stem;
};

/* The state is a list of words and their stems. */
static void stems(void **state)
{
    for (const struct pair *p = *state; p->word; p++) {
        struct str s = {0};

        str_adds(&s, p->word);
        porter_stem(&s);
        assert_string_equal(str_text(&s), p->stem);
        assert_int_equal(s.len, strlen(p->stem));
        str_release(&s);
    }
}

static struct pair plurals_go[] = {
    {"caresses", "caress"}, {"ponies", "poni"}, {"ties", "tie"},
    {"dies", "die"}, {"flies", "fli"}, {"cats", "cat"},
    {"caress", "caress"}, {"lies", "lie"}, {NULL, NULL}};

static struct pair what_is_past_or_goes_on_does[] = {
    {"feed", "feed"}, {"agreed", "agre"}, {"plastered", "plaster"},
    {"bled", "bled"}, {"motoring", "motor"}, {"sing", "sing"},
    {"conflated", "conflat"}, {"troubled", "troubl"}, {"sized", "size"},
    {"hopping", "hop"}, {"tanned", "tan"}, {"falling", "fall"},
    {"hissing", "hiss"}, {"fizzed", "fizz"}, {"failing", "fail"},
    {"filing", "file"}, {"died", "die"}, {"spied", "spi"}, {"oed", "o"},
    {NULL, NULL}};

static struct pair a_y_behind_a_consonant_becomes_i[] = {
    {"happy", "happi"}, {"sky", "sky"}, {"enjoy", "enjoy"},
    {"cry", "cri"}, {"say", "say"}, {"by", "by"}, {NULL, NULL}};

static struct pair a_y_behind_a_consonant_is_a_vowel[] = {
    {"flying", "fli"}, {"crying", "cri"}, {"syzygy", "syzygi"},
    {"rhythmically", "rhythmic"}, {"typed", "type"},
    {"mysteries", "mysteri"}, {"yelled", "yell"}, {"player", "player"},
    {"bayyying", "bayi"}, {"yyying", "yy"}, {"sayyyed", "sayi"},
    {"abyyyness", "abyyy"}, {"dyyyer", "dyyyer"}, {"lyyyation", "lyyyat"},
    {NULL, NULL}};

static struct pair double_endings_get_shorter[] = {
    {"relational", "relat"}, {"conditional", "condit"},
    {"rational", "ration"}, {"valenci", "valenc"}, {"hesitanci", "hesit"},
    {"digitizer", "digit"}, {"conformabli", "conform"},
    {"possibly", "possibl"}, {"radicalli", "radic"}, {"really", "realli"},
    {"differentli", "differ"}, {"vileli", "vile"},
    {"analogousli", "analog"}, {"vietnamization", "vietnam"},
    {"predication", "predic"}, {"operator", "oper"},
    {"feudalism", "feudal"}, {"decisiveness", "decis"},
    {"hopefulness", "hope"}, {"callousness", "callous"},
    {"formaliti", "formal"}, {"sensitiviti", "sensit"},
    {"sensibiliti", "sensibl"}, {"helpfully", "help"},
    {"geology", "geolog"}, {"theology", "theolog"},
    {"nationalities", "nation"}, {"generalizations", "gener"},
    {NULL, NULL}};

static struct pair endings_go[] = {
    {"triplicate", "triplic"}, {"formative", "form"},
    {"formalize", "formal"}, {"electriciti", "electr"},
    {"electrical", "electr"}, {"hopeful", "hope"}, {"goodness", "good"},
    {"revival", "reviv"}, {"allowance", "allow"}, {"inference", "infer"},
    {"airliner", "airlin"}, {"gyroscopic", "gyroscop"},
    {"adjustable", "adjust"}, {"defensible", "defens"},
    {"irritant", "irrit"}, {"replacement", "replac"},
    {"adjustment", "adjust"}, {"dependent", "depend"},
    {"adoption", "adopt"}, {"homologou", "homolog"},
    {"communism", "commun"}, {"activate", "activ"},
    {"angulariti", "angular"}, {"homologous", "homolog"},
    {"effective", "effect"}, {"bowdlerize", "bowdler"},
    {"criticism", "critic"}, {"champions", "champion"}, {NULL, NULL}};

static struct pair an_e_and_an_l_go[] = {
    {"probate", "probat"}, {"rate", "rate"}, {"cease", "ceas"},
    {"controll", "control"}, {"roll", "roll"}, {"use", "use"},
    {"are", "are"}, {NULL, NULL}};

static struct pair some_words_fit_no_rule[] = {
    {"sky", "sky"}, {"skies", "sky"}, {"dying", "die"}, {"lying", "lie"},
    {"tying", "tie"}, {"news", "news"}, {"innings", "inning"},
    {"inning", "inning"}, {"outings", "outing"}, {"outing", "outing"},
    {"cannings", "canning"}, {"canning", "canning"}, {"howe", "howe"},
    {"proceed", "proceed"}, {"exceed", "exceed"}, {"succeed", "succeed"},
    {"is", "is"}, {"as", "as"}, {"a", "a"}, {NULL, NULL}};

static struct pair letters_are_counted_not_bytes[] = {
    {"\xc3\xa9ies", "\xc3\xa9ie"}, /* four of them */
    {"gro\xc3\x9f"
     "e",
     "gro\xc3\x9f"
     "e"}, /* the e of one syllable */
    {"xa\xc3\xa9\xc3\xa9"
     "ed",
     "xa\xc3\xa9"}, /* a double one */
    {NULL, NULL}};

#define STEMS(pairs)                     \
    {                                    \
        #pairs, stems, NULL, NULL, pairs \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        STEMS(plurals_go),
        STEMS(what_is_past_or_goes_on_does),
        STEMS(a_y_behind_a_consonant_becomes_i),
        STEMS(a_y_behind_a_consonant_is_a_vowel),
        STEMS(double_endings_get_shorter),
        STEMS(endings_go),
        STEMS(an_e_and_an_l_go),
        STEMS(some_words_fit_no_rule),
        STEMS(letters_are_counted_not_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
