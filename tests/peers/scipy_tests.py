#!/usr/bin/env python3
"""SciPy's figures (pip install scipy, 1.11 or later) for what
tests/unit/test_significance compares.

    scipy_tests.py >tests/unit/significance_values.def

A case a line: CASE(x, y, ...) of pairs of values, STUDENT of the t distribution,
UNITS of differences of units and MCNEMAR of two counts, each with the figures
of the test of that name.  Wilcoxon's are exact, with zeros left out; of ties
over all choices of signs.  Of the tests that draw, the randomisation is over
all choices, and the bootstrap of a million draws.
"""
import itertools

import numpy as np
from scipy import stats

CASES = [
    ([61.2, 60.7, 62.9, 61.8, 63.0], [60.1, 60.9, 61.5, 60.2, 61.1]),
    ([3.0, 1.0, 4.0, 1.0, 5.0, 9.0], [2.0, 7.0, 1.0, 8.0, 2.0, 8.0]),
    ([70.5, 72.25, 69.0], [68.0, 70.5, 70.0]),
    ([50.0, 51.0, 52.0, 53.0], [51.0, 52.0, 50.0, 55.0]),
    ([88.1, 88.1, 88.4, 87.9, 88.8, 88.2, 87.1, 88.9, 88.3, 88.5],
     [88.1, 87.6, 88.0, 87.9, 88.9, 87.8, 87.0, 88.1, 88.0, 87.9]),
    ([1e-3, 2.5e-3, 4e-3, 8e-3], [5e3, 4e3, 4.5e3, 6e3]),
]


def show(*values):
    return ", ".join(repr(float(v)) for v in values).replace("nan", "NAN")


def array(values):
    return "ARRAY(%s)" % show(*values)


def long_case():
    i = np.arange(60)
    x = 60 + (i * 37 % 61) * 0.125
    return list(x), list(60 + (i * 17 % 53) * 0.125)


def wilcoxon(x, y):
    d = np.array(x) - np.array(y)
    d = d[np.abs(d) > 1e-12 * np.max(np.abs(x + y))]
    d = np.round(d, 9)  # so that ties are ties
    if len(d) > 50:
        return stats.wilcoxon(d, method="asymptotic", correction=False).pvalue
    if len(set(np.abs(d))) == len(d):
        return stats.wilcoxon(d, method="exact").pvalue
    every = stats.PermutationMethod(n_resamples=np.inf)
    return stats.wilcoxon(d, method=every).pvalue


def flips(d):
    return stats.permutation_test(
        (np.array(d),), np.sum, permutation_type="samples",
        n_resamples=np.inf).pvalue


def pairs():
    for x, y in CASES + [long_case()]:
        t = stats.ttest_ind(x, y, equal_var=False)
        ci = t.confidence_interval(0.95)
        mean = stats.ttest_1samp(x, 0).confidence_interval(0.95)
        sign = flips(np.array(x) - np.array(y)) if len(x) <= 20 else np.nan
        print("CASE(%s, %s, %s)" % (array(x), array(y), show(
            t.pvalue, ci.low, ci.high, wilcoxon(x, y), sign,
            mean.low, mean.high)))


def student():
    for df, t in itertools.product([1, 1.5, 2, 4.75, 30, 1e3],
                                   [0, 1e-3, 0.5, 1, 2.5, 8, 40]):
        print("STUDENT(%s)" % show(df, t, 2 * stats.t.sf(t, df)))


def units():
    rng = np.random.default_rng(1)
    for n, shift in [(5, 0.2), (12, 0.1), (16, 0.15), (18, 0.0)]:
        d = np.round(rng.normal(shift, 0.4, n), 3)
        b = stats.bootstrap((d,), np.mean, n_resamples=1000000,
                            method="percentile", rng=rng)
        print("UNITS(%s, %s)" % (array(d), show(
            flips(d), 100 * b.confidence_interval.low,
            100 * b.confidence_interval.high)))


def mcnemar():
    for one, other in [(0, 0), (1, 0), (3, 3), (10, 2), (2, 25), (60, 41),
                       (1200, 1100), (5000, 4000)]:
        p = stats.binomtest(one, one + other).pvalue if one + other else 1
        print("MCNEMAR(%d, %d, %s)" % (one, other, show(p)))


if __name__ == "__main__":
    pairs()
    student()
    units()
    mcnemar()
