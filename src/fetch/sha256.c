#include "config.h"

#include "fetch/sha256.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <unistd.h>

#include "base/files/file.h"

#define BYTES (SHA256_HEX / 2) /* of a checksum */

/* OpenSSL's functions fail if its configuration excludes the default
 * algorithms. */
static int openssl_failed(struct error *e)
{
    const char *why = ERR_reason_error_string(ERR_get_error());

    ERR_clear_error();
    return error_set(e, "OpenSSL computes no SHA-256: %s",
                     why ? why : "it does not say why");
}

static int add_file(EVP_MD_CTX *sum, int fd, const char *path, struct error *e)
{
    unsigned char buffer[1 << 16];
    ssize_t n;

    while ((n = read(fd, buffer, sizeof(buffer))) > 0)
        if (!EVP_DigestUpdate(sum, buffer, (size_t)n))
            return openssl_failed(e);
    return n < 0 ? error_errno(e, "cannot read '%s'", path) : 0;
}

static int compute(EVP_MD_CTX *sum, int fd, const char *path,
                   unsigned char bytes[BYTES], struct error *e)
{
    if (!sum || !EVP_DigestInit_ex(sum, EVP_sha256(), NULL))
        return openssl_failed(e);
    if (add_file(sum, fd, path, e))
        return -1;
    return EVP_DigestFinal_ex(sum, bytes, NULL) ? 0 : openssl_failed(e);
}

int sha256_file(const char *path, char hex[SHA256_HEX], struct error *e)
{
    const int fd = file_open(path, e);
    unsigned char bytes[BYTES];

    if (fd < 0)
        return -1;
    EVP_MD_CTX *sum = EVP_MD_CTX_new();
    const int failed = compute(sum, fd, path, bytes, e);

    EVP_MD_CTX_free(sum);
    close(fd);
    for (int i = 0; !failed && i < BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return failed;
}
