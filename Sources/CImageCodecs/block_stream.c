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

static wr_chunk *take_chunk(wr_chunk_pool *pool) {
    wr_chunk *chunk = pool->free;
    if (chunk != NULL) {
        pool->free = chunk->next;
    } else if ((chunk = malloc(sizeof *chunk)) == NULL) {
        return NULL;
    }
    chunk->next = NULL;
    chunk->used = 0;
    return chunk;
}

static void give_back(wr_chunk_pool *pool, wr_chunk *chunk) {
    chunk->next = pool->free;
    pool->free = chunk;
}

void wr_block_stream_clear(wr_block_stream *stream) {
    while (stream->first != NULL) {
        wr_chunk *chunk = stream->first;
        stream->first = chunk->next;
        give_back(stream->pool, chunk);
    }
    stream->last = NULL;
    stream->offset = 0;
}

void wr_chunk_pool_clear(wr_chunk_pool *pool) {
    while (pool->free != NULL) {
        wr_chunk *chunk = pool->free;
        pool->free = chunk->next;
        free(chunk);
    }
}

// MARK: - Blocks

bool wr_block_stream_write(wr_block_stream *stream, const JCOEF block[DCTSIZE2], uint64_t wanted) {
    wr_chunk *chunk = stream->last;
    // A block is never split.
    if (chunk == NULL || sizeof chunk->bytes - chunk->used < MOST_BYTES) {
        chunk = take_chunk(stream->pool);
        if (chunk == NULL) return false;
        if (stream->last == NULL) {
            stream->first = chunk;
        } else {
            stream->last->next = chunk;
        }
        stream->last = chunk;
    }
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
    return true;
}

void wr_block_stream_read(wr_block_stream *stream, JCOEF block[DCTSIZE2], uint64_t wanted) {
    wr_chunk *chunk = stream->first;
    if (stream->offset == chunk->used) {
        stream->first = chunk->next;
        give_back(stream->pool, chunk);
        chunk = stream->first;
        stream->offset = 0;
    }
    const uint8_t *next = chunk->bytes + stream->offset;
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
    stream->offset = (size_t)(next - chunk->bytes);
}
