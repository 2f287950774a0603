#include "file_bytes.h"

#include <errno.h>
#include <unistd.h>

ssize_t wr_file_read(wr_file *file, void *bytes, size_t count) {
    // What was appended since the size was taken is not read.
    uint64_t left = file->offset < file->size ? file->size - file->offset : 0;
    if (count > left) count = left;
    if (count == 0) return 0;
    ssize_t got;
    do {
        got = pread(file->descriptor, bytes, count, (off_t)file->offset);
    } while (got < 0 && errno == EINTR);
    if (got > 0) file->offset += (uint64_t)got;
    return got;
}
