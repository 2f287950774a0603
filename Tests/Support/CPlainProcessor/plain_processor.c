#include "CPlainProcessor.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __x86_64__

// What the compiler's runtime library knows of the processor, which __builtin_cpu_supports and target_clones ask. Defined
// here, it takes the place of the runtime's own in this program: a maker is known, so that nobody looks again, and there
// are no features.
struct {
    unsigned maker, type, subtype, features[1];
} __cpu_model = {.maker = 1};
unsigned __cpu_features2[1];

int __cpu_indicator_init(void) { return 0; }

#endif

// libwebp's (src/dsp/cpu.h); NULL: it asks for none.
extern int (*VP8GetCPUInfo)(int feature);

void wr_be_plain_processor(void) {
    VP8GetCPUInfo = NULL;
#ifdef __x86_64__
    // Should the runtime's own have been linked after all.
    if (__builtin_cpu_supports("avx2")) abort();
#endif
}
