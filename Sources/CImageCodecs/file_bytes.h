#ifndef WIDGET_ROLLOUT_FILE_BYTES_H
#define WIDGET_ROLLOUT_FILE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A file that is read from an offset on, without moving the descriptor's own.
typedef struct wr_file {
    int descriptor;
    uint64_t size;
    uint64_t offset;
} wr_file;

// Reads up to `count` bytes; 0 at the end of the file, -1 on failure with the reason in errno.
ssize_t wr_file_read(wr_file *file, void *bytes, size_t count);

#endif
