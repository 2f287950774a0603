#ifndef WIDGET_ROLLOUT_BLOCK_STREAM_H
#define WIDGET_ROLLOUT_BLOCK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

// Packed blocks, written from the first to the last and then read once in the same order. What was read is given back
// for others to write.

typedef struct wr_chunk {
    struct wr_chunk *next;
    size_t used;
    uint8_t bytes[32 * 1024 - sizeof(void *) - sizeof(size_t)];
} wr_chunk;

// Chunks that no stream uses.
typedef struct wr_chunk_pool {
    wr_chunk *free;
} wr_chunk_pool;

typedef struct wr_block_stream {
    wr_chunk_pool *pool;
    wr_chunk *first, *last;
    // How far the first chunk was read.
    size_t offset;
} wr_block_stream;

// Appends the coefficients of a block except the first. Of those that `wanted` has no bit for, in the order of
// `block`, only whether they are zero is kept. False when there is no memory.
bool wr_block_stream_write(wr_block_stream *stream, const JCOEF block[DCTSIZE2], uint64_t wanted);

// Reads the next block into `block`, which is all zero; a coefficient of unknown value is then 1. Only as many blocks
// may be read as were written.
void wr_block_stream_read(wr_block_stream *stream, JCOEF block[DCTSIZE2], uint64_t wanted);

void wr_block_stream_clear(wr_block_stream *stream);
void wr_chunk_pool_clear(wr_chunk_pool *pool);

#endif
