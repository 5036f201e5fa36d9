#include "config.h"

#include "sweep/folder/holder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "sweep/folder/folder.h"

/* Beats within `silence`, and the bounds of the seconds between two beats. */
#define BEATS 20
#define EVERY_MOST 3.0
#define EVERY_LEAST 0.1

/* The maximum of run.silence. */
#define SILENCE_MOST 1e6

/* --- the line ------------------------------------------------------------- */

static void make_token(char token[HOLDER_TOKEN])
{
    uint64_t word[2] = {0};

    if (getrandom(word, sizeof(word), 0) != (ssize_t)sizeof(word)) {
        word[0] = (uint64_t)getpid();
        word[1] = (uint64_t)(clock_day() * 1e6);
    }
    snprintf(token, HOLDER_TOKEN, "%016" PRIx64 "%016" PRIx64, word[0],
             word[1]);
}

static double between_beats(double silence)
{
    const double every = silence / BEATS;

    return every > EVERY_MOST    ? EVERY_MOST
           : every < EVERY_LEAST ? EVERY_LEAST
                                 : every;
}

void holder_init(struct holder *h, double silence)
{
    *h = (struct holder){.pid = (long)getpid(),
                         .began = process_began(getpid()),
                         .pids = process_namespace(),
                         .every = between_beats(silence),
                         .silence = silence};
    process_host(h->host);
    process_boot(h->boot);
    make_token(h->token);
}

/* All have the same length. */
static const char *const afters[] = {[AFTER_NOBODY] = "nobody",
                                     [AFTER_SILENT] = "silent",
                                     [AFTER_LIVING] = "living"};

void holder_text(const struct holder *h, struct str *out)
{
    str_addf(out,
             "%s %ld %llu boot=%s pids=%llu token=%s every=%g silence=%g "
             "state=%s after=%s beat=%010ld\n",
             h->host, h->pid, h->began, h->boot, h->pids, h->token, h->every,
             h->silence, h->left ? "left" : "held", afters[h->after], h->beat);
}

static bool takes(const char *word, const char *key, const char **value)
{
    const size_t n = strlen(key);

    *value = word + n;
    return !strncmp(word, key, n);
}

static enum holder_after read_after(const char *value)
{
    for (int i = AFTER_SILENT; i <= AFTER_LIVING; i++)
        if (!strcmp(value, afters[i]))
            return (enum holder_after)i;
    return AFTER_NOBODY;
}

/* An unknown word was written by a later codarun, and is ignored. */
static void read_word(const char *word, struct holder *h)
{
    const char *value;

    if (!word[strspn(word, "0123456789")])
        h->began = strtoull(word, NULL, 10);
    else if (takes(word, "boot=", &value))
        snprintf(h->boot, sizeof(h->boot), "%s", value);
    else if (takes(word, "pids=", &value))
        h->pids = strtoull(value, NULL, 10);
    else if (takes(word, "token=", &value))
        snprintf(h->token, sizeof(h->token), "%s", value);
    else if (takes(word, "every=", &value))
        h->every = strtod(value, NULL);
    else if (takes(word, "silence=", &value))
        h->silence = strtod(value, NULL);
    else if (takes(word, "state=", &value))
        h->left = !strcmp(value, "left");
    else if (takes(word, "after=", &value))
        h->after = read_after(value);
    else if (takes(word, "beat=", &value))
        h->beat = strtol(value, NULL, 10);
}

static bool read_line(const char *line, struct holder *h)
{
    char *copy, *rest, *word;
    int at = 0;

    if (sscanf(line, "%255s %ld%n", h->host, &h->pid, &at) < 2 || h->pid <= 0 ||
        h->pid > INT_MAX)
        return false;
    copy = rest = memory_string(line + at);
    while ((word = strtok_r(rest, " \n", &rest)))
        read_word(word, h);
    free(copy);
    h->every = h->every > 0 ? fmin(h->every, EVERY_MOST) : 0;
    h->silence = h->silence > 0 ? fmin(h->silence, SILENCE_MOST) : 0;
    return true;
}

/* --- the file ------------------------------------------------------------- */

/* Do not follow a link, which may be dangling. */
static int open_file(const char *path, struct error *e)
{
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        error_errno(e, "cannot open '%s'", path);
    return fd;
}

/* On failure errno is the reason why it could not be opened; 0: it was opened,
 * but is not a regular file or cannot be read; ESTALE: it was replaced on its
 * server meanwhile. */
static int read_file(const char *path, struct str *text, struct timespec *when,
                     struct error *e)
{
    char bytes[HOLDER_MOST];
    struct stat st;
    const int fd = open_file(path, e);

    if (fd < 0)
        return -1;
    const ssize_t n = read(fd, bytes, sizeof(bytes));
    int failed = 0, why = 0;

    if (n < 0 || fstat(fd, &st)) {
        why = errno;
        failed = error_errno(e, "cannot read '%s'", path);
    } else if (!S_ISREG(st.st_mode))
        failed = error_set(e, "'%s': found %s, expected a file", path,
                           file_sort(&st));
    close(fd);
    if (failed) {
        errno = why == ESTALE ? why : 0;
        return -1;
    }
    str_add(text, bytes, (size_t)n);
    *when = st.st_mtim;
    return 0;
}

enum holder_found holder_read(const char *dir, struct holder *h,
                              struct str *text, struct error *e)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct str own = {0}, *line = text ? text : &own;
    struct timespec renewed;
    enum holder_found found;

    str_clear(line);
    *h = (struct holder){0};
    int failed = read_file(path, line, &renewed, e);

    if (failed && errno == ESTALE) /* opening it again finds the new file */
        failed = read_file(path, line, &renewed, e);
    if (failed)
        found =
            errno == ENOENT || errno == ENOTDIR ? HOLDER_NONE : HOLDER_ERROR;
    else {
        const bool named = !memchr(str_text(line), '\0', line->len) &&
                           read_line(str_text(line), h);

        if (!named)
            *h = (struct holder){0};
        h->renewed = renewed;
        found = named ? HOLDER_NAMED : HOLDER_GARBAGE;
    }
    str_release(&own);
    free(path);
    return found;
}

/* --- judging -------------------------------------------------------------- */

/* Several hosts may have the same name.  Without /proc a holder does not know
 * its kernel and its PID namespace, and neither do we; an older codarun never
 * writes them. */
static bool is_here(const struct holder *h)
{
    char host[256], boot[PROCESS_BOOT];

    process_host(host);
    if (strcmp(h->host, host) != 0)
        return false;
    if (!*h->token)
        return true;
    process_boot(boot);
    return *boot && !strcmp(h->boot, boot) && h->pids &&
           h->pids == process_namespace();
}

enum holder_life holder_life(const struct holder *h)
{
    if (!is_here(h))
        return HOLDER_ELSEWHERE;
    if (!process_alive(h->pid))
        return HOLDER_DEAD;
    const unsigned long long began = process_began(h->pid);

    if (!h->began || began == h->began)
        return HOLDER_LIVES;
    return began ? HOLDER_DEAD : HOLDER_ELSEWHERE;
}

static double seconds(struct timespec t)
{
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* NaN: this process cannot write there. */
static double file_system_clock(const char *dir)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct temporary touched;
    double now = (double)NAN;
    struct error ignored;
    struct stat st;

    if (!temporary_open(&touched, path, &ignored)) {
        if (!fstat(touched.fd, &st))
            now = seconds(st.st_mtim);
        temporary_release(&touched);
    }
    free(path);
    return now;
}

double holder_age(const struct holder *h, const char *dir)
{
    const double now = file_system_clock(dir);

    return (isnan(now) ? clock_day() : now) - seconds(h->renewed);
}
