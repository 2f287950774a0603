#ifndef WIDGET_ROLLOUT_CIMAGECODECS_H
#define WIDGET_ROLLOUT_CIMAGECODECS_H

// The image libraries behind plain functions. libjpeg and libpng report errors by longjmp, which must not cross
// Swift's frames: every function here that calls them catches it and returns a status instead.

#include <webp/decode.h>

#include "status.h"

#include "color.h"
#include "heic.h"
#include "jpeg.h"
#include "png_codec.h"
#include "scratch.h"

#endif
