#include "config.h"

#include "fetch/download.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "fetch/http_response.h"
#include "fetch/progress.h"

struct download_transfer {
    const struct download *d;
    CURL *curl;
    char *part, *origin; /* owned; paths */
    int fd;              /* of part */
    struct str version;  /* version of the part; empty: unknown */
    long long have;      /* bytes in part */
    long long most;      /* largest value of have so far */
    struct http_response answer;
    struct progress progress;
    struct error *e; /* error of a callback */
};

/* --- the source of a part ------------------------------------------------- */

/* Read the two lines of PATH.from; true if it is from this URL. */
static bool read_origin(const struct download_transfer *t, struct str *version)
{
    struct error ignored = {0};
    struct str text = {0};
    const size_t n = strlen(t->d->url);
    bool same = !file_read(t->origin, &text, &ignored) && text.len > n &&
                !strncmp(text.s, t->d->url, n) && text.s[n] == '\n';

    if (same)
        str_add(version, text.s + n + 1, strcspn(text.s + n + 1, "\n"));
    str_release(&text);
    return same;
}

static int write_origin(const struct download_transfer *t, struct error *e)
{
    struct str text = {0};

    str_addf(&text, "%s\n%s\n", t->d->url, str_text(&t->version));
    const int bad = file_replace(t->origin, text.s, text.len, e);

    str_release(&text);
    return bad;
}

static int begin_anew(struct download_transfer *t)
{
    t->have = 0;
    str_clear(&t->version);
    if (ftruncate(t->fd, 0) || lseek(t->fd, 0, SEEK_SET) < 0)
        return error_errno(t->e, "cannot write '%s'", t->part);
    return 0;
}

/* --- a response ----------------------------------------------------------- */

static size_t on_header(char *line, size_t size, size_t n, void *context)
{
    struct download_transfer *t = context;

    (void)size;
    http_response_header(&t->answer, line, n);
    return n;
}

static int check_size(const struct download_transfer *t, long long whole)
{
    const long long known = t->d->bytes, missing = whole - t->have;
    const long long room = folder_free_bytes(t->part);

    if (known && whole >= 0 && whole != known)
        return error_set(t->e, "found %lld bytes, expected %lld", whole, known);
    if (whole >= 0 && room >= 0 && missing > room)
        return error_set(t->e,
                         "%lld bytes are missing, and '%s' has room for "
                         "%lld",
                         missing, t->part, room);
    return 0;
}

/* Check a response that contains bytes of the file, before the first of
 * them. */
static int begin_body(struct download_transfer *t, long status)
{
    curl_off_t length = -1;

    t->answer.begun = true;
    if (status == 206 && t->answer.from != t->have) {
        error_set(t->e, "found bytes from %lld on, expected from %lld",
                  t->answer.from, t->have);
        begin_anew(t);
        return -1;
    }
    if (status == 200 && t->have) {
        log_info("%s: starts again, since the server has no ranges or the file "
                 "has changed",
                 t->d->name);
        if (begin_anew(t))
            return -1;
    }
    curl_easy_getinfo(t->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    if (check_size(t, length < 0 ? -1 : t->have + length))
        return -1;
    progress_expect(&t->progress, t->have,
                    length < 0 ? t->d->bytes : t->have + length);
    if (status == 206)
        return 0;
    str_clear(&t->version);
    str_adds(&t->version, http_response_version(&t->answer));
    return write_origin(t, t->e);
}

static size_t on_body(char *bytes, size_t size, size_t n, void *context)
{
    struct download_transfer *t = context;
    long status = 0;

    (void)size;
    curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 206)
        return n; /* skip the page that explains an error */
    if (!t->answer.begun && begin_body(t, status))
        return 0;
    for (size_t done = 0; done < n;) {
        const ssize_t w = write(t->fd, bytes + done, n - done);

        if (w < 0) {
            error_errno(t->e, "cannot write '%s'", t->part);
            return 0;
        }
        done += (size_t)w;
        t->have += w;
    }
    if (t->d->bytes && t->have > t->d->bytes) {
        error_set(t->e, "found more than %lld bytes", t->d->bytes);
        begin_anew(t);
        return 0;
    }
    progress_tell(&t->progress, t->have);
    return n;
}

/* --- requests ------------------------------------------------------------- */

enum download_end { ALL_OF_IT, CUT, REFUSED };

/* True if all bytes were there already, for example because a process was
 * killed just before its end: the size is right, and the server gives no other
 * version. */
static bool is_whole(const struct download_transfer *t)
{
    const char *version = http_response_version(&t->answer);
    const long long whole = t->answer.whole < 0 ? t->d->bytes : t->answer.whole;

    return t->have == whole &&
           (!*version || !strcmp(version, str_text(&t->version)));
}

static enum download_end of_status(struct download_transfer *t, long status)
{
    if (status == 200 || status == 206)
        return ALL_OF_IT;
    if (status == 416 && t->have) {
        if (is_whole(t))
            return ALL_OF_IT;
        error_set(t->e,
                  "the server has nothing after the bytes that came before");
        return begin_anew(t) ? REFUSED : CUT;
    }
    error_set(t->e, "the server answers with status %ld", status);
    return status == 408 || status == 429 || status >= 500 ? CUT : REFUSED;
}

/* Advice for a machine without access to the network. */
static const char *hint_of(CURLcode code)
{
    return code == CURLE_COULDNT_RESOLVE_HOST ||
                   code == CURLE_COULDNT_RESOLVE_PROXY ||
                   code == CURLE_COULDNT_CONNECT
               ? " (where there is no network --from=FILE takes a file from "
                 "elsewhere; a proxy is named by https_proxy)"
               : "";
}

static enum download_end of_code(const struct download_transfer *t,
                                 CURLcode code)
{
    if (t->e->text[0]) /* a callback has stopped it */
        return REFUSED;
    error_set(t->e, "%s%s", curl_easy_strerror(code), hint_of(code));
    switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return CUT;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_SSL_CONNECT_ERROR:
        return t->have ? CUT : REFUSED; /* the name was right if bytes came
                                           before */
    default:
        return REFUSED;
    }
}

/* Do not follow redirects from https to plain http. */
static void allow_protocols(CURL *c, bool tls)
{
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR,
                     tls ? "https" : "http,https");
#else
    const long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;

    curl_easy_setopt(c, CURLOPT_PROTOCOLS, both);
    curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS, tls ? CURLPROTO_HTTPS : both);
#endif
}

static void set_up(struct download_transfer *t)
{
    CURL *c = t->curl;

    allow_protocols(c, !strncasecmp(t->d->url, "https:", 6));
    curl_easy_setopt(c, CURLOPT_URL, t->d->url);
    curl_easy_setopt(c, CURLOPT_USERAGENT, PACKAGE_NAME "/" PACKAGE_VERSION);
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, 30L);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, 60L);
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, t);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
}

static enum download_end ask(struct download_transfer *t)
{
    struct curl_slist *headers = NULL;
    struct str condition = {0}, range = {0};
    long status = 0;

    t->e->text[0] = '\0';
    http_response_clear(&t->answer);
    if (t->have && !t->version.len && begin_anew(t))
        return REFUSED;
    if (t->have) {
        str_addf(&range, "%lld-", t->have);
        str_addf(&condition, "If-Range: %s", t->version.s);
        headers = curl_slist_append(NULL, condition.s);
    }
    curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(t->curl, CURLOPT_RANGE, range.s); /* NULL: whole file */
    const CURLcode code = curl_easy_perform(t->curl);

    curl_slist_free_all(headers);
    str_release(&condition);
    str_release(&range);
    curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
    return code == CURLE_OK ? of_status(t, status) : of_code(t, code);
}

/* Repeat until the file is complete, or too many attempts in a row failed. */
static int ask_until_done(struct download_transfer *t)
{
    for (long tried = 0;;) {
        const enum download_end o = ask(t);

        if (o == ALL_OF_IT)
            return 0;
        tried = t->have > t->most ? 0 : tried + 1;
        t->most = t->have > t->most ? t->have : t->most;
        if (o == REFUSED || !t->d->retries || tried > t->d->retries)
            return -1;
        log_info("%s: %s; tried again", t->d->name, t->e->text);
        clock_sleep(tried < 5 ? 0.5 * (double)(1 << tried) : 16);
    }
}

/* --- a file -------------------------------------------------------------- */

/* If another user put something else in place of a part, such as a link, which
 * may lead to any file of the user, remove it instead of writing into it. */
static void remove_strange(const char *part)
{
    struct stat st;

    if (!lstat(part, &st) && (!S_ISREG(st.st_mode) || st.st_nlink > 1))
        unlink(part);
}

static int open_part(struct download_transfer *t)
{
    remove_strange(t->part);
    t->fd = file_open_own(t->part, 0, 0666, t->e);
    if (t->fd < 0)
        return -1;
    t->have = lseek(t->fd, 0, SEEK_END);
    if (!read_origin(t, &t->version) && t->have)
        return begin_anew(t);
    return 0;
}

static int put_in_place(struct download_transfer *t)
{
    if (!t->have && write_origin(t, t->e)) /* an empty file: there was no first
                                              byte */
        return -1;
    if (fsync(t->fd))
        return error_errno(t->e, "cannot write '%s'", t->part);
    if (rename(t->part, t->d->path))
        return error_errno(t->e, "cannot put '%s' in place", t->d->path);
    return folder_sync(t->d->path, t->e);
}

/* Remove an empty part, which does not help a later call. */
static void remove_empty(const struct download_transfer *t)
{
    if (t->fd < 0 || t->have)
        return;
    unlink(t->part);
    unlink(t->origin);
}

static void transfer_release(struct download_transfer *t)
{
    if (t->fd >= 0)
        close(t->fd);
    if (t->curl)
        curl_easy_cleanup(t->curl);
    str_release(&t->version);
    http_response_release(&t->answer);
    free(t->part);
    free(t->origin);
}

static int fetch_part(struct download_transfer *t)
{
    if (open_part(t))
        return -1;
    t->curl = curl_easy_init();
    if (!t->curl)
        return error_set(t->e, "libcurl cannot start");
    set_up(t);
    t->most = t->have;
    progress_begin(&t->progress, t->d->name);
    const int bad = ask_until_done(t);

    progress_end(&t->progress);
    return bad ? -1 : put_in_place(t);
}

int download(const struct download *d, struct error *e)
{
    struct download_transfer t = {.d = d, .fd = -1, .e = e};
    struct str version = {0};
    int bad = 0;

    if (folder_make_for(d->path, e))
        return -1;
    t.part = memory_format("%s.part", d->path);
    t.origin = memory_format("%s.from", d->path);
    if (!file_exists(d->path) || !read_origin(&t, &version))
        bad = fetch_part(&t);
    if (bad)
        remove_empty(&t);
    str_release(&version);
    transfer_release(&t);
    return bad ? error_in(e, "'%s'", d->url) : 0;
}
