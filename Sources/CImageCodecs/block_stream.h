#ifndef WIDGET_ROLLOUT_BLOCK_STREAM_H
#define WIDGET_ROLLOUT_BLOCK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

#include "include/scratch.h"

// Packed blocks, written from the first to the last and then read once in the same order. What was read is given back
// for others to write.

enum { WR_CHUNK_SIZE = 32 * 1024 };

typedef struct wr_chunk {
    struct wr_chunk *next;
    size_t used;
    // NULL while the bytes are in the scratch file, at `offset`.
    uint8_t *bytes;
    uint64_t offset;
} wr_chunk;

// Chunks that no stream uses, and what they may take.
typedef struct wr_chunk_pool {
    // With bytes, and without: places in the scratch file.
    wr_chunk *free, *free_places;
    // NULL when all is held in memory.
    wr_scratch *scratch;
    // How many chunks have bytes in memory, of those that may before the scratch file is used.
    size_t held, most_held;
} wr_chunk_pool;

typedef struct wr_block_stream {
    wr_chunk_pool *pool;
    wr_chunk *first, *last;
    // How far the first chunk was read.
    size_t offset;
} wr_block_stream;

// What went wrong, as errors of libjpeg are told; 0 for nothing.
typedef enum wr_block_error {
    WR_BLOCK_OK = 0,
    WR_BLOCK_NO_MEMORY,
    WR_BLOCK_NO_SCRATCH,
} wr_block_error;

// Appends the coefficients of a block except the first. Of those that `wanted` has no bit for, in the order of
// `block`, only whether they are zero is kept.
wr_block_error wr_block_stream_write(wr_block_stream *stream, const JCOEF block[DCTSIZE2], uint64_t wanted);

// Reads the next block into `block`, which is all zero; a coefficient of unknown value is then 1. Only as many blocks
// may be read as were written.
wr_block_error wr_block_stream_read(wr_block_stream *stream, JCOEF block[DCTSIZE2], uint64_t wanted);

void wr_block_stream_clear(wr_block_stream *stream);
void wr_chunk_pool_clear(wr_chunk_pool *pool);

#endif
