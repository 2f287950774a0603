#include "heic_library.h"

#include "heic.h"
#include "heic_decoder.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static wr_heic_library library;
static bool is_loaded;

static void load(void) {
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    void *symbol;
    // A function's address comes as that of data, which C cannot convert.
#define WR_HEIC_FIND(name) \
    if ((symbol = dlsym(handle, #name)) == NULL) return; \
    memcpy(&library.name, &symbol, sizeof symbol);
    WR_HEIC_FUNCTIONS(WR_HEIC_FIND)
    handle = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    WR_HEVC_FUNCTIONS(WR_HEIC_FIND)
#undef WR_HEIC_FIND
    is_loaded = wr_heic_decoder_register(&library);
}

const wr_heic_library *wr_heic_library_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &library : NULL;
}

bool wr_heic_load(void) { return wr_heic_library_load() != NULL; }
