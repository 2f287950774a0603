#ifndef WIDGET_ROLLOUT_SCRATCH_H
#define WIDGET_ROLLOUT_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file for what is too much for memory, which parts are taken of and not given back.
typedef struct wr_scratch {
    int descriptor;
    uint64_t end;
} wr_scratch;

// Whole counts or failure: false, with the reason in errno.
bool wr_scratch_write(const wr_scratch *scratch, const void *bytes, size_t count, uint64_t offset);
bool wr_scratch_read(const wr_scratch *scratch, void *bytes, size_t count, uint64_t offset);

#endif
