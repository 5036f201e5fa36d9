/*
 * crc32c.h - CRC-32C, the checksum of iSCSI (RFC 3720) and of TensorBoard's
 * files.
 *
 * Threads: any.
 */
#ifndef REPORT_HISTORY_CRC32C_H
#define REPORT_HISTORY_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Return the checksum of n bytes. */
uint32_t crc32c(const void *bytes, size_t n);

#endif
