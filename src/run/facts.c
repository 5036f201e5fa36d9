#include "config.h"

#include "run/job.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/version.h"
#include "kernel/kernel.h"

static void add_hosts(struct facts *f, const struct muster *m, int n)
{
    struct str s = {0};

    for (int i = 0; i < n; i++) {
        int known = 0;

        for (int j = 0; j < i; j++)
            known |= !strcmp(m[i].host, m[j].host);
        if (!known)
            str_addf(&s, "%s%s", s.len ? " " : "", m[i].host);
    }
    facts_add(f, "hosts", "%s", str_text(&s));
    str_release(&s);
}

/* "vocabulary", or "target.vocabulary" of a part that has one of its own. */
static void add_words(struct facts *f, const struct words *w, const char *role)
{
    const char *dot = *role ? "." : "";
    char name[64];

    snprintf(name, sizeof(name), "%s%svocabulary", role, dot);
    facts_add(f, name, "%d", w->n);
    if (!w->vectors)
        return;
    snprintf(name, sizeof(name), "%s%swords_found", role, dot);
    facts_add(f, name, "%.4f", w->words_found);
    snprintf(name, sizeof(name), "%s%stokens_found", role, dot);
    facts_add(f, name, "%.4f", w->tokens_found);
}

static const char *source_sort(const struct source_file *f)
{
    return f->split == SOURCE_VECTORS ? "vectors"
           : f->split == SOURCE_TAGS  ? "tags"
                                      : split_names[f->split];
}

static void add_data(struct facts *f, const struct task *t)
{
    for (int i = 0; i < t->files; i++) {
        const struct source_file *file = &t->file[i];
        char name[32], hex[DIGEST_HEX];

        snprintf(name, sizeof(name), "file.%d", i);
        digest_hex(file->digest, hex);
        facts_add(f, name, "%s %s %s", source_sort(file), hex, file->path);
    }
    for (int i = 0; i < SPLITS; i++) {
        char name[32];

        snprintf(name, sizeof(name), "examples.%s", split_names[i]);
        facts_add(f, name, "%d", t->split[i].n);
    }
    for (int p = 0; p < MAX_PARTS && t->words[p]; p++)
        if (!p || t->words[p] != t->words[0])
            add_words(f, t->words[p], p ? shapes[t->kind->shape].role[p] : "");
    if (t->notes.len)
        facts_add(f, "notes", "%s", str_text(&t->notes));
}

/* Every level that a member computes at, from the lowest. */
static void add_levels(struct facts *f, const struct muster *m, int n)
{
    struct str s = {0};

    for (int l = SIMD_PLAIN; l <= SIMD_AVX512; l++) {
        bool used = false;

        for (int i = 0; i < n; i++)
            used |= m[i].simd == (enum simd)l;
        if (used)
            str_addf(&s, "%s%s", s.len ? " " : "",
                     kernel_simd_name((enum simd)l));
    }
    facts_add(f, "simd", "%s", str_text(&s));
    str_release(&s);
}

/* Of the leader's. */
static void add_machine(struct facts *f, enum products products)
{
    const char *from = kernel_blas_corrected_from();

    facts_add(f, "version", "%s", version_text());
    facts_add(f, "commit", "%s", version_commit());
    facts_add(f, "compiler", "%s", __VERSION__);
    facts_add(f, "identity", "%s", kernel_identity(products));
    facts_add(f, "cpu", "%s", kernel_cpu_name());
    facts_add(f, "blas_kernel", "%s", kernel_blas_name());
    facts_add(f, "blas_config", "%s", kernel_blas_config());
    if (from)
        facts_add(f, "blas_corrected_from", "%s", from);
    facts_add(f, "libc", "%s", kernel_libc());
    facts_add(f, "mpi", "%s", comm_library());
}

void job_facts(struct facts *f, const struct job *job,
               const struct trial_config *conf, const struct muster *member,
               int members, const char *started)
{
    struct rusage use;
    char ended[24];

    add_machine(f, (enum products)conf->train.products);
    add_levels(f, member, members);
    add_hosts(f, member, members);
    facts_add(f, "ranks", "%d", members);
    facts_add(f, "threads", "%d", job->training.threads);
    facts_add(f, "seed", "%ld", conf->train.seed);
    facts_add(f, "configuration", "%s", conf->whole);
    if (job->task)
        add_data(f, job->task);
    if (!getrusage(RUSAGE_SELF, &use))
        facts_add(f, "memory_peak_mib", "%.0f", (double)use.ru_maxrss / 1024);
    clock_stamp(ended);
    facts_add(f, "started", "%s", started);
    facts_add(f, "ended", "%s", ended);
}
