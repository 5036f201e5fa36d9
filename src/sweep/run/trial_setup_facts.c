#include "config.h"

#include "sweep/run/trial_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/core/clock.h"
#include "base/core/version.h"
#include "base/system/launcher.h"
#include "base/system/machine.h"
#include "engine/kernel/kernel.h"

static void add_hosts(struct facts *f, const struct rank_info *m, int n)
{
    struct str s = {0};

    for (int i = 0; i < n; i++) {
        int known = 0;

        for (int j = 0; j < i; j++)
            known |= !strcmp(m[i].host, m[j].host);
        if (!known)
            str_addf(&s, "%s%s", s.len ? " " : "", m[i].host);
    }
    facts_append(f, "hosts", str_text(&s));
    str_release(&s);
}

/* "vocabulary", or "target.vocabulary" for a part with its own vocabulary. */
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
    return f->split == SOURCE_VECTORS      ? "vectors"
           : f->split == SOURCE_TAGS       ? "tags"
           : f->split == SOURCE_SUBWORDS   ? "subwords"
           : f->split == SOURCE_CANDIDATES ? "candidates"
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
        facts_append(f, "notes", str_text(&t->notes));
}

/* Add every level that a member computes at, from the lowest. */
static void add_levels(struct facts *f, const struct rank_info *m, int n)
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
    facts_append(f, "simd", str_text(&s));
    str_release(&s);
}

/* Add the leader's machine. */
static void add_machine(struct facts *f, enum products products)
{
    const char *from = kernel_blas_corrected_from();

    facts_append(f, "version", version_text());
    facts_append(f, "commit", version_commit());
    facts_append(f, "compiler", __VERSION__);
    facts_append(f, "identity", kernel_identity(products));
    facts_append(f, "cpu", machine_model());
    facts_append(f, "blas_kernel", kernel_blas_name());
    facts_append(f, "blas_config", kernel_blas_config());
    if (from)
        facts_append(f, "blas_corrected_from", from);
    facts_append(f, "libc", kernel_libc());
    facts_append(f, "mpi", comm_library());
}

static void add_known(struct facts *f, const char *name, const char *value)
{
    if (value)
        facts_append(f, name, value);
}

/* Add the Slurm job that it runs in. */
static void add_slurm(struct facts *f)
{
    const struct slurm_job j = launcher_slurm();

    if (!j.job)
        return;
    char *task = launcher_array_task(&j);

    add_known(f, "slurm_job", j.job);
    add_known(f, "slurm_array_task", task);
    facts_add(f, "slurm_restarts", "%ld", j.restarts);
    add_known(f, "slurm_partition", j.partition);
    add_known(f, "slurm_cluster", j.cluster);
    free(task);
}

void trial_setup_facts(struct facts *f, const struct trial_setup *setup,
                       const struct trial_config *conf,
                       const struct rank_info *member, int members,
                       const char *started)
{
    struct rusage use;
    char ended[24];

    add_machine(f, (enum products)conf->train.products);
    add_levels(f, member, members);
    add_hosts(f, member, members);
    add_slurm(f);
    facts_add(f, "ranks", "%d", members);
    facts_add(f, "threads", "%d", setup->training.threads);
    facts_add(f, "seed", "%ld", conf->train.seed);
    facts_append(f, "configuration", conf->whole);
    if (setup->task)
        add_data(f, setup->task);
    if (!getrusage(RUSAGE_SELF, &use))
        facts_add(f, "memory_peak_mib", "%.0f", (double)use.ru_maxrss / 1024);
    clock_stamp(ended);
    facts_append(f, "started", started);
    facts_append(f, "ended", ended);
}
