#include "block_stream.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// A block is packed as
//   a byte with a bit for each row but the first that is not all zero, and the lower bit of the width in the lowest;
//   a byte with a bit for each coefficient of the first row, and the higher bit of the width in the lowest;
//   such a byte for each other row that is not all zero;
//   the wanted coefficients that are not zero, each as wide as the largest needs.
enum {
    WIDTH_NIBBLE = 0,
    WIDTH_BYTE = 1,
    WIDTH_SHORT = 2,
    MOST_BYTES = 1 + DCTSIZE + DCTSIZE2 * 2,
};

// A bit for each coefficient that is not zero, the first in the lowest.
static uint64_t nonzero(const JCOEF block[DCTSIZE2]) {
    uint64_t mask = 0;
#ifdef __SSE2__
    const __m128i *values = (const __m128i *)block;
    const __m128i zero = _mm_setzero_si128();
    for (int part = 0; part < 4; part++) {
        __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(values + 2 * part), zero);
        __m128i high = _mm_cmpeq_epi16(_mm_loadu_si128(values + 2 * part + 1), zero);
        uint16_t zeros = (uint16_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
        mask |= (uint64_t)(uint16_t)~zeros << (16 * part);
    }
#else
    for (int index = 0; index < DCTSIZE2; index++) mask |= (uint64_t)(block[index] != 0) << index;
#endif
    return mask;
}

// MARK: - Chunks

static wr_chunk *pop(wr_chunk **list) {
    wr_chunk *chunk = *list;
    if (chunk != NULL) *list = chunk->next;
    return chunk;
}

static void push(wr_chunk **list, wr_chunk *chunk) {
    chunk->next = *list;
    *list = chunk;
}

static void give_back(wr_chunk_pool *pool, wr_chunk *chunk) {
    push(chunk->bytes != NULL ? &pool->free : &pool->free_places, chunk);
}

// A chunk with bytes in memory, to write.
static wr_chunk *take_chunk(wr_chunk_pool *pool) {
    wr_chunk *chunk = pop(&pool->free);
    if (chunk == NULL) {
        chunk = calloc(1, sizeof *chunk);
        if (chunk == NULL) return NULL;
        chunk->bytes = malloc(WR_CHUNK_SIZE);
        if (chunk->bytes == NULL) {
            free(chunk);
            return NULL;
        }
        pool->held++;
    }
    chunk->next = NULL;
    chunk->used = 0;
    return chunk;
}

// Moves the bytes of a chunk that was written into the scratch file.
static bool put_aside(wr_chunk_pool *pool, wr_chunk *chunk) {
    wr_chunk *place = pop(&pool->free_places);
    if (place != NULL) {
        chunk->offset = place->offset;
        free(place);
    } else {
        chunk->offset = pool->scratch->end;
        pool->scratch->end += WR_CHUNK_SIZE;
    }
    if (!wr_scratch_write(pool->scratch, chunk->bytes, chunk->used, chunk->offset)) return false;
    free(chunk->bytes);
    chunk->bytes = NULL;
    pool->held--;
    return true;
}

// Moves the bytes of a chunk back into memory, to read.
static wr_block_error bring_back(wr_chunk_pool *pool, wr_chunk *chunk) {
    wr_chunk *memory = take_chunk(pool);
    if (memory == NULL) return WR_BLOCK_NO_MEMORY;
    bool is_read = wr_scratch_read(pool->scratch, memory->bytes, chunk->used, chunk->offset);
    chunk->bytes = memory->bytes;
    memory->bytes = NULL;
    memory->offset = chunk->offset;
    give_back(pool, memory);
    return is_read ? WR_BLOCK_OK : WR_BLOCK_NO_SCRATCH;
}

void wr_block_stream_clear(wr_block_stream *stream) {
    for (wr_chunk *chunk; (chunk = pop(&stream->first)) != NULL;) give_back(stream->pool, chunk);
    stream->last = NULL;
    stream->offset = 0;
}

void wr_chunk_pool_clear(wr_chunk_pool *pool) {
    for (wr_chunk *chunk; (chunk = pop(&pool->free)) != NULL;) {
        free(chunk->bytes);
        free(chunk);
    }
    for (wr_chunk *place; (place = pop(&pool->free_places)) != NULL;) free(place);
}

// Adds a chunk to write to; the one before is put aside when memory is short.
static wr_block_error extend(wr_block_stream *stream) {
    wr_chunk_pool *pool = stream->pool;
    wr_chunk *full = stream->last;
    if (full != NULL && pool->scratch != NULL && pool->free == NULL && pool->held >= pool->most_held) {
        if (!put_aside(pool, full)) return WR_BLOCK_NO_SCRATCH;
    }
    wr_chunk *chunk = take_chunk(pool);
    if (chunk == NULL) return WR_BLOCK_NO_MEMORY;
    if (full == NULL) {
        stream->first = chunk;
    } else {
        full->next = chunk;
    }
    stream->last = chunk;
    return WR_BLOCK_OK;
}

// Makes the first chunk one that has something left to read.
static wr_block_error advance(wr_block_stream *stream) {
    if (stream->offset == stream->first->used) {
        give_back(stream->pool, pop(&stream->first));
        stream->offset = 0;
    }
    return stream->first->bytes != NULL ? WR_BLOCK_OK : bring_back(stream->pool, stream->first);
}

// MARK: - Blocks

wr_block_error wr_block_stream_write(wr_block_stream *stream, const JCOEF block[DCTSIZE2], uint64_t wanted) {
    // A block is never split.
    if (stream->last == NULL || WR_CHUNK_SIZE - stream->last->used < MOST_BYTES) {
        wr_block_error error = extend(stream);
        if (error != WR_BLOCK_OK) return error;
    }
    wr_chunk *chunk = stream->last;
    uint8_t *start = chunk->bytes + chunk->used;
    uint8_t *next = start + 2;
    uint64_t mask = nonzero(block) & ~(uint64_t)1;
    uint8_t rows = 0;
    for (uint64_t rest = mask >> 8; rest != 0;) {
        int row = __builtin_ctzll(rest) / 8;
        rows |= (uint8_t)(2 << row);
        *next++ = (uint8_t)(rest >> (8 * row));
        rest &= ~((uint64_t)0xFF << (8 * row));
    }
    uint64_t kept = mask & wanted;
    unsigned largest = 0;
    for (uint64_t rest = kept; rest != 0; rest &= rest - 1) {
        int value = block[__builtin_ctzll(rest)];
        largest |= (unsigned)(value ^ (value >> 31));
    }
    unsigned width = largest < 8 ? WIDTH_NIBBLE : largest < 128 ? WIDTH_BYTE : WIDTH_SHORT;
    start[0] = (uint8_t)(rows | (width & 1));
    start[1] = (uint8_t)((mask & 0xFE) | (width >> 1));
    switch (width) {
    case WIDTH_NIBBLE:
        while (kept != 0) {
            unsigned pair = (unsigned)block[__builtin_ctzll(kept)] & 15;
            kept &= kept - 1;
            if (kept != 0) {
                pair |= ((unsigned)block[__builtin_ctzll(kept)] & 15) << 4;
                kept &= kept - 1;
            }
            *next++ = (uint8_t)pair;
        }
        break;
    case WIDTH_BYTE:
        for (; kept != 0; kept &= kept - 1) *next++ = (uint8_t)block[__builtin_ctzll(kept)];
        break;
    default:
        for (; kept != 0; kept &= kept - 1) {
            memcpy(next, &block[__builtin_ctzll(kept)], 2);
            next += 2;
        }
    }
    chunk->used = (size_t)(next - chunk->bytes);
    return WR_BLOCK_OK;
}

wr_block_error wr_block_stream_read(wr_block_stream *stream, JCOEF block[DCTSIZE2], uint64_t wanted) {
    if (stream->offset == stream->first->used || stream->first->bytes == NULL) {
        wr_block_error error = advance(stream);
        if (error != WR_BLOCK_OK) return error;
    }
    const uint8_t *bytes = stream->first->bytes;
    const uint8_t *next = bytes + stream->offset;
    unsigned rows = *next++;
    uint64_t mask = *next++;
    unsigned width = (rows & 1) | (mask & 1) << 1;
    mask &= 0xFE;
    for (rows &= 0xFE; rows != 0; rows &= rows - 1) mask |= (uint64_t)*next++ << (8 * __builtin_ctz(rows));
    for (uint64_t rest = mask & ~wanted; rest != 0; rest &= rest - 1) block[__builtin_ctzll(rest)] = 1;
    uint64_t kept = mask & wanted;
    switch (width) {
    case WIDTH_NIBBLE:
        while (kept != 0) {
            unsigned pair = *next++;
            // Shifted up and down again, a nibble becomes a number with its sign.
            block[__builtin_ctzll(kept)] = (JCOEF)((int8_t)(pair << 4) >> 4);
            kept &= kept - 1;
            if (kept != 0) {
                block[__builtin_ctzll(kept)] = (JCOEF)((int8_t)pair >> 4);
                kept &= kept - 1;
            }
        }
        break;
    case WIDTH_BYTE:
        for (; kept != 0; kept &= kept - 1) block[__builtin_ctzll(kept)] = (int8_t)*next++;
        break;
    default:
        for (; kept != 0; kept &= kept - 1) {
            memcpy(&block[__builtin_ctzll(kept)], next, 2);
            next += 2;
        }
    }
    stream->offset = (size_t)(next - bytes);
    return WR_BLOCK_OK;
}
