#ifndef WIDGET_ROLLOUT_HEVC_BITS_H
#define WIDGET_ROLLOUT_HEVC_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bits of a unit of coded data (NAL), the highest of a byte first; beyond the end come zeros.
typedef struct wr_hevc_bits {
    const uint8_t *next, *end;
    // Of the bytes before.
    int zeros;
    uint8_t byte;
    int left;
    // Whether more was read than there is, or a number that no parameter can have.
    bool is_damaged;
} wr_hevc_bits;

static inline bool wr_hevc_bit(wr_hevc_bits *bits) {
    if (bits->left == 0) {
        // Behind two zeros a 3 only keeps them from looking like the start of a unit (7.4.2).
        if (bits->zeros >= 2 && bits->next < bits->end && *bits->next == 3) {
            bits->next++;
            bits->zeros = 0;
        }
        bits->is_damaged |= bits->next >= bits->end;
        bits->byte = bits->next < bits->end ? *bits->next++ : 0;
        bits->zeros = bits->byte == 0 ? bits->zeros + 1 : 0;
        bits->left = 8;
    }
    return bits->byte >> --bits->left & 1;
}

// At most 32 bits.
static inline uint32_t wr_hevc_number(wr_hevc_bits *bits, int count) {
    uint32_t number = 0;
    for (int index = 0; index < count; index++) number = number << 1 | wr_hevc_bit(bits);
    return number;
}

static inline void wr_hevc_skip(wr_hevc_bits *bits, int count) {
    for (int index = 0; index < count; index++) wr_hevc_bit(bits);
}

// Exp-Golomb code (9.2), which has at most 31 bits behind its zeros. A number above `most` is damage, and 0.
static inline uint32_t wr_hevc_code(wr_hevc_bits *bits, uint32_t most) {
    int zeros = 0;
    while (zeros < 32 && !wr_hevc_bit(bits)) zeros++;
    uint32_t number = zeros < 32 ? (UINT32_C(1) << zeros) - 1 + wr_hevc_number(bits, zeros) : 0;
    bool makes_sense = zeros < 32 && number <= most;
    bits->is_damaged |= !makes_sense;
    return makes_sense ? number : 0;
}

#endif
