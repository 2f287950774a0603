#include "include/scratch.h"

#include <errno.h>
#include <unistd.h>

bool wr_scratch_write(const wr_scratch *scratch, const void *bytes, size_t count, uint64_t offset) {
    const uint8_t *next = bytes;
    while (count > 0) {
        ssize_t put = pwrite(scratch->descriptor, next, count, (off_t)offset);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        next += put;
        offset += (uint64_t)put;
        count -= (size_t)put;
    }
    return true;
}

bool wr_scratch_read(const wr_scratch *scratch, void *bytes, size_t count, uint64_t offset) {
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = pread(scratch->descriptor, next, count, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        // What was written is there, unless another program cut the file.
        if (got == 0) errno = EIO;
        if (got <= 0) return false;
        next += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return true;
}
