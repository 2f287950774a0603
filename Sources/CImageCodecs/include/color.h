#ifndef WIDGET_ROLLOUT_COLOR_H
#define WIDGET_ROLLOUT_COLOR_H

#include <lcms2.h>

// The layouts of rows that go through a profile; lcms2 has them as macros, which Swift does not see.
static const cmsUInt32Number wr_rgb8 = TYPE_RGB_8;
static const cmsUInt32Number wr_rgba8 = TYPE_RGBA_8;
static const cmsUInt32Number wr_rgba16 = TYPE_RGBA_16;
static const cmsUInt32Number wr_cmyk8 = TYPE_CMYK_8;
static const cmsUInt32Number wr_cmyk8_inverted = TYPE_CMYK_8_REV;
// Grey repeated as red, green and blue, of which the first is read.
static const cmsUInt32Number wr_grey8 = COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
static const cmsUInt32Number wr_grey8_packed =
    COLORSPACE_SH(PT_GRAY) | EXTRA_SH(2) | CHANNELS_SH(1) | BYTES_SH(1);
static const cmsUInt32Number wr_grey16 = COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(2);

#endif
