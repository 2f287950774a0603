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

// The sum of each of four pixels: pairs of lanes put together, rounded.
WIDE static inline __m128i rounded(__m256i a, __m256i b, __m256i c, __m256i d, __m128i half, __m128i bits) {
    __m256i quarters = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(quarters), _mm256_extracti128_si256(quarters, 1));
    return _mm_sra_epi32(_mm_add_epi32(four, half), bits);
}

// With a stride that the compiler knows it need not count.
WIDE static inline __attribute__((always_inline)) void sum_pixels(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
    const int coarse_bits = bits - WR_FINE_BITS;
    const __m128i shift = _mm_cvtsi32_si128(coarse_bits);
    const __m128i half = _mm_set1_epi32(1 << (coarse_bits - 1));
    size_t pixel = 0;
    for (; pixel + 4 <= pixels; pixel += 4, first += 4, weights += 4 * stride) {
        for (size_t channel = 0; channel < 3; channel++) {
            const int16_t *plane = planes + channel * plane_size;
            __m256i a = sums_of(plane + first[0], weights, stride);
            __m256i b = sums_of(plane + first[1], weights + stride, stride);
            __m256i c = sums_of(plane + first[2], weights + 2 * stride, stride);
            __m256i d = sums_of(plane + first[3], weights + 3 * stride, stride);
            __m128i four = rounded(a, b, c, d, half, shift);
            _mm_storeu_si128((__m128i *)(sums + channel * sums_size + pixel), four);
        }
    }
    wr_sum_pixels_plain(
        planes, plane_size, first, weights, stride, bits, sums + pixel, sums_size, pixels - pixel
    );
}

WIDE void wr_sum_pixels_wide(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
    if (stride == WR_LANES) {
        sum_pixels(planes, plane_size, first, weights, WR_LANES, bits, sums, sums_size, pixels);
    } else if (stride == 2 * WR_LANES) {
        sum_pixels(planes, plane_size, first, weights, 2 * WR_LANES, bits, sums, sums_size, pixels);
    } else {
        sum_pixels(planes, plane_size, first, weights, stride, bits, sums, sums_size, pixels);
    }
}

// Eight pixels at once: pairs of light, two apart, are weighed by the same pair of weights.
WIDE void wr_sum_even_pixels_wide(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
    const int coarse_bits = bits - WR_FINE_BITS;
    const __m128i shift = _mm_cvtsi32_si128(coarse_bits);
    const __m256i half = _mm256_set1_epi32(1 << (coarse_bits - 1));
    size_t pixel = 0;
    for (; pixel + 8 <= pixels; pixel += 8) {
        const int16_t *red = planes + *first + 2 * pixel, *green = red + plane_size, *blue = green + plane_size;
        __m256i reds = half, greens = half, blues = half;
        for (size_t index = 0; index < stride; index += 2) {
            __m256i pair = pair_at(weights + index);
            reds = _mm256_add_epi32(reds, _mm256_madd_epi16(load(red + index), pair));
            greens = _mm256_add_epi32(greens, _mm256_madd_epi16(load(green + index), pair));
            blues = _mm256_add_epi32(blues, _mm256_madd_epi16(load(blue + index), pair));
        }
        _mm256_storeu_si256((__m256i *)(sums + pixel), _mm256_sra_epi32(reds, shift));
        _mm256_storeu_si256((__m256i *)(sums + sums_size + pixel), _mm256_sra_epi32(greens, shift));
        _mm256_storeu_si256((__m256i *)(sums + 2 * sums_size + pixel), _mm256_sra_epi32(blues, shift));
    }
    wr_sum_even_pixels_plain(
        planes + 2 * pixel, plane_size, first, weights, stride, bits, sums + pixel, sums_size, pixels - pixel
    );
}

#endif
