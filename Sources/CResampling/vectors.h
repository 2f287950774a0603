#ifndef WIDGET_ROLLOUT_VECTORS_H
#define WIDGET_ROLLOUT_VECTORS_H

#include <stddef.h>
#include <stdint.h>

// The sums with vectors of 256 bits (AVX2), which a program for any x86-64 may use where the processor has them.
#if defined(__x86_64__) && defined(__linux__)
#define WR_HAS_WIDE_VECTORS 1
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))

void wr_sum_rows_wide(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
);
void wr_sum_pixels_wide(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);
void wr_sum_even_pixels_wide(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);
#else
#define WR_HAS_WIDE_VECTORS 0
#define FOR_EACH_PROCESSOR
#endif

#endif
