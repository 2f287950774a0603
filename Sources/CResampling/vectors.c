#include "vectors.h"

#include <string.h>

#include "include/CResampling.h"

#if WR_HAS_WIDE_VECTORS

#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

WIDE static inline __m256i load(const int16_t *light) { return _mm256_loadu_si256((const __m256i *)light); }

// Two weights, again and again.
WIDE static inline __m256i pair_at(const int16_t *weights) {
    int32_t pair;
    memcpy(&pair, weights, sizeof pair);
    return _mm256_set1_epi32(pair);
}

// The sums of a block's one channel: those of its lower and those of its upper pixels, as unpacking parts them.
typedef struct channel_sums {
    __m256i low, high;
} channel_sums;

WIDE static inline channel_sums add(channel_sums sums, const int16_t *even, const int16_t *odd, __m256i pair) {
    __m256i a = load(even), b = load(odd);
    return (channel_sums){
        _mm256_add_epi32(sums.low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), pair)),
        _mm256_add_epi32(sums.high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), pair)),
    };
}

// Packing undoes what unpacking did to the order.
WIDE static inline void store(channel_sums sums, __m128i bits, int16_t *plane) {
    __m256i low = _mm256_sra_epi32(sums.low, bits), high = _mm256_sra_epi32(sums.high, bits);
    _mm256_storeu_si256((__m256i *)plane, _mm256_packs_epi32(low, high));
}

WIDE void wr_sum_rows_wide(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
) {
    const __m128i shift = _mm_cvtsi32_si128(bits);
    const __m256i half = _mm256_set1_epi32(1 << (bits - 1));
    for (size_t block = 0; block < blocks; block++) {
        channel_sums red = {half, half}, green = red, blue = red;
        for (size_t row = 0; row < row_count; row += 2) {
            const int16_t *even = rows[row] + block * WR_BLOCK_SIZE;
            const int16_t *odd = rows[row + 1] + block * WR_BLOCK_SIZE;
            __m256i pair = pair_at(weights + row);
            red = add(red, even, odd, pair);
            green = add(green, even + WR_BLOCK_PIXELS, odd + WR_BLOCK_PIXELS, pair);
            blue = add(blue, even + 2 * WR_BLOCK_PIXELS, odd + 2 * WR_BLOCK_PIXELS, pair);
        }
        int16_t *plane = planes + block * WR_BLOCK_PIXELS;
        store(red, shift, plane);
        store(green, shift, plane + plane_size);
        store(blue, shift, plane + 2 * plane_size);
    }
}

// Sums whose pairs of lanes are still apart.
WIDE static inline __m256i sums_of(const int16_t *light, const int16_t *weights, size_t stride) {
    __m256i sums = _mm256_madd_epi16(load(light), load(weights));
    for (size_t start = WR_LANES; start < stride; start += WR_LANES) {
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(load(light + start), load(weights + start)));
    }
    return sums;
}

// With a stride that the compiler knows it need not count.
WIDE static inline __attribute__((always_inline)) void sum_pixels(
    const int16_t *plane, const int32_t *first, const int16_t *weights, size_t stride, int bits,
    int32_t *sums, size_t pixels
) {
    const int coarse_bits = bits - WR_FINE_BITS;
    const __m128i shift = _mm_cvtsi32_si128(coarse_bits);
    const __m128i half = _mm_set1_epi32(1 << (coarse_bits - 1));
    size_t pixel = 0;
    for (; pixel + 4 <= pixels; pixel += 4, first += 4, weights += 4 * stride) {
        __m256i a = sums_of(plane + first[0], weights, stride);
        __m256i b = sums_of(plane + first[1], weights + stride, stride);
        __m256i c = sums_of(plane + first[2], weights + 2 * stride, stride);
        __m256i d = sums_of(plane + first[3], weights + 3 * stride, stride);
        __m256i quarters = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(quarters), _mm256_extracti128_si256(quarters, 1));
        _mm_storeu_si128((__m128i *)(sums + pixel), _mm_sra_epi32(_mm_add_epi32(four, half), shift));
    }
    for (; pixel < pixels; pixel++, first++, weights += stride) {
        int32_t lanes[8];
        _mm256_storeu_si256((__m256i *)lanes, sums_of(plane + *first, weights, stride));
        int32_t sum = 1 << (coarse_bits - 1);
        for (size_t lane = 0; lane < 8; lane++) sum += lanes[lane];
        sums[pixel] = sum >> coarse_bits;
    }
}

WIDE void wr_sum_pixels_wide(
    const int16_t *plane, const int32_t *first, const int16_t *weights, size_t stride, int bits,
    int32_t *sums, size_t pixels
) {
    if (stride == WR_LANES) {
        sum_pixels(plane, first, weights, WR_LANES, bits, sums, pixels);
    } else if (stride == 2 * WR_LANES) {
        sum_pixels(plane, first, weights, 2 * WR_LANES, bits, sums, pixels);
    } else {
        sum_pixels(plane, first, weights, stride, bits, sums, pixels);
    }
}

#endif
