#!/usr/bin/env python3
"""Figures of SciPy (1.10 or later, as in Debian 12), R and NumPy, for the
comparison in tests/unit/report/statistics/test_significance.c.

    scipy_tests.py >tests/unit/report/statistics/significance_values.def

A case a line: CASE(x, y, ...) for pairs of values, STUDENT for the t
distribution, UNITS for differences of units and MCNEMAR for two counts, each
with the figures of the test of that name.  Wilcoxon's are exact, with zeros
left out; with ties they are over all choices of signs.  Of the tests that draw,
the randomisation is over all choices, and the bootstrap has a million draws.

BOOTSTRAP(sums, ofs, ...) has p and interval from codarun's draws, computed in
NumPy; HOLM(p, ...) the result of R's p.adjust() (Rscript).
"""
import itertools
import subprocess

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


def interval(mean, df, error):
    """SciPy 1.10's quantiles have nine digits: a Newton step gives the rest."""
    t = stats.t.isf(0.025, df)
    t += (stats.t.sf(t, df) - 0.025) / stats.t.pdf(t, df)
    return mean - t * error, mean + t * error


def mean_interval(x):
    return interval(np.mean(x), len(x) - 1, stats.sem(x))


def welch_interval(x, y):
    a, b = (stats.sem(v) ** 2 for v in (x, y))
    df = (a + b) ** 2 / (a**2 / (len(x) - 1) + b**2 / (len(y) - 1))
    return interval(np.mean(x) - np.mean(y), df, np.sqrt(a + b))


def wilcoxon(x, y):
    d = np.array(x) - np.array(y)
    d = d[np.abs(d) > 1e-12 * np.max(np.abs(x + y))]
    d = np.round(d, 9)  # so that ties are ties
    if len(d) > 50:
        return stats.wilcoxon(d, correction=False).pvalue  # asymptotic
    if len(set(np.abs(d))) == len(d):
        return stats.wilcoxon(d, method="exact").pvalue
    return flips(np.sign(d) * stats.rankdata(np.abs(d)))


def flips(d):
    return stats.permutation_test(
        (np.array(d),), np.sum, permutation_type="samples",
        n_resamples=np.inf).pvalue


def pairs():
    for x, y in CASES + [long_case()]:
        t = stats.ttest_ind(x, y, equal_var=False)
        sign = flips(np.array(x) - np.array(y)) if len(x) <= 20 else np.nan
        print("CASE(%s, %s, %s)" % (array(x), array(y), show(
            t.pvalue, *welch_interval(x, y), wilcoxon(x, y), sign,
            *mean_interval(x))))


def student():
    for df, t in itertools.product([1, 1.5, 2, 4.75, 30, 1e3],
                                   [0, 1e-3, 0.5, 1, 2.5, 8, 40]):
        print("STUDENT(%s)" % show(df, t, 2 * stats.t.sf(t, df)))


def units():
    rng = np.random.default_rng(1)
    for n, shift in [(5, 0.2), (12, 0.1), (16, 0.15), (18, 0.0)]:
        d = np.round(rng.normal(shift, 0.4, n), 3)
        b = stats.bootstrap((d,), np.mean, n_resamples=1000000,
                            method="percentile", random_state=rng)
        print("UNITS(%s, %s)" % (array(d), show(
            flips(d), 100 * b.confidence_interval.low,
            100 * b.confidence_interval.high)))


def mcnemar():
    for one, other in [(0, 0), (1, 0), (3, 3), (10, 2), (2, 25), (60, 41),
                       (1200, 1100), (5000, 4000), (2000, 0), (900, 950)]:
        p = [stats.binomtest(one, one + other, alternative=side).pvalue
             if one + other else 1 for side in ("two-sided", "greater", "less")]
        print("MCNEMAR(%d, %d, %s)" % (one, other, show(*p)))


DRAWS = 10000
KEY = 0x428F0EF4FA89561B  # XXH3_64bits("bootstrap")
MULTIPLIERS, ADDED = (0xD2511F53, 0xCD9E8D57), (0x9E3779B9, 0xBB67AE85)


def philox(counter, key):
    """Philox4x32-10 (Salmon et al. 2011) for four arrays."""
    c = [np.asarray(x, np.uint64) for x in counter]
    low, high = np.uint64(2**32 - 1), np.uint64(32)
    for turn in range(10):
        keys = [np.uint64((k + turn * w) % 2**32) for k, w in zip(key, ADDED)]
        one, two = (np.uint64(m) * x for m, x in zip(MULTIPLIERS, c[::2]))
        c = [(two >> high) ^ c[1] ^ keys[0], two & low,
             (one >> high) ^ c[3] ^ keys[1], one & low]
    return c


assert [int(x) for x in philox([0] * 4, [0, 0])] == [
    0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]  # Random123's, of zeros


def drawn(draw, n):
    """Which n units of n a draw has (src/base/numbers/random.h)."""
    blocks = np.arange(n // 4 + 1)
    words = philox([blocks, 0 * blocks, 0 * blocks, 0 * blocks + draw],
                   [KEY % 2**32, KEY >> 32])
    return np.stack(words, 1).ravel()[:n] * np.uint64(n) >> np.uint64(32)


def bootstrap(sums, ofs):
    """Koehn 2004, with the observed sample as one more draw; n units of one
    sign are at least as likely as n coins with the same side up."""
    counts = ofs > 0
    sums, ofs = sums[counts], ofs[counts]
    means = []
    for draw in range(DRAWS):
        at = drawn(draw, len(sums)).astype(int)
        means.append(100 * np.sum(sums[at]) / np.sum(ofs[at]))
    means = np.sort(means)
    rarer = min(np.sum(means <= 1e-9), np.sum(means >= -1e-9))
    p = min(1, 2 * (rarer + 1) / (DRAWS + 1))
    cut = DRAWS // 40
    return max(p, 2 / 2 ** len(sums)), means[cut - 1], means[-cut]


def bootstraps():
    rng = np.random.default_rng(2)
    for n, shift, most in [(9, 2.5, 3), (12, 0.0, 2), (30, 0.3, 4),
                           (50, -0.4, 3)]:
        ofs = rng.integers(0, most + 1, n).astype(float)
        sums = np.where(ofs > 0, np.round(rng.normal(shift, 1, n), 2), 0)
        print("BOOTSTRAP(%s, %s, %s)" % (
            array(sums), array(ofs), show(*bootstrap(sums, ofs))))


def holm():
    for p in ([0.01, 0.04, 0.04, 0.03, 0.5, 0.01, 0.9],
              [0.6, 0.001, 0.6, float("nan"), 0.0004, 0.02, 0.001],
              [0.2, 0.5, 0.3, 0.45]):
        asked = "cat(format(p.adjust(c(%s), 'holm'), digits = 17))" % (
            ", ".join(map(repr, p)).replace("nan", "NaN"))
        said = subprocess.run(["Rscript", "-e", asked], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        print("HOLM(%s, %s)" % (array(p), array(map(float, said.split()))))


if __name__ == "__main__":
    pairs()
    student()
    units()
    mcnemar()
    bootstraps()
    holm()
