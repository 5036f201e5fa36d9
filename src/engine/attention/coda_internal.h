/*
 * coda_internal.h - what CoDA's kind (coda.c), its fused form (coda_fused.c)
 * and the choice of beta by the first batch (coda_start.c) share.
 */
#ifndef ENGINE_ATTENTION_CODA_INTERNAL_H
#define ENGINE_ATTENTION_CODA_INTERNAL_H

#include "engine/attention/attention.h"

enum { GATE_PLAIN, GATE_SCALED, GATE_CENTERED, GATE_CONSTANT };

struct coda {
    double alpha, beta, gate_at_start, spread_at_start, constant;
    int gate, f_e, f_n, scale, mean, learned;
    bool center_e, share;
};

/* enum element of each choice of f_e and f_n; -1 for functions of whole lines.
 */
extern const int coda_e_functions[], coda_n_functions[];

/* Names by number, NULL-terminated. */
extern const char *const coda_gate_names[], *const coda_n_names[];

float coda_e_scale(const void *conf, const struct attend *in);
float coda_n_scale(const void *conf, const struct attend *in);
enum attend_means coda_means(const void *conf);

/* Check gate_at_start and spread_at_start; return the beta that n measured
 * distances give, NaN if there is none. */
int coda_start_check(const void *conf, struct error *e);
double coda_start_choose(const void *conf, size_t n, const float *measured);

/* For an f_e of single numbers. */
struct attended coda_fused(struct tape *t, const void *conf,
                           const struct attend *in);

#endif
