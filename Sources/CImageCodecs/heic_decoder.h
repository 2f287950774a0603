#ifndef WIDGET_ROLLOUT_HEIC_DECODER_H
#define WIDGET_ROLLOUT_HEIC_DECODER_H

#include <stdbool.h>

#include "heic_library.h"

// A decoder of HEVC for libheif that takes what libde265 only warns of for an error.
//
// libde265 makes up what it cannot read and adds a warning, which libheif's own decoder does not ask for, strict
// decoding or not. From now on libheif uses this one. To be called once; the library stays the caller's, and loaded.
bool wr_heic_decoder_register(const wr_heic_library *loaded);

#endif
