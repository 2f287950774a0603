#ifndef WIDGET_ROLLOUT_HEVC_REFERENCES_H
#define WIDGET_ROLLOUT_HEVC_REFERENCES_H

#include "hevc_bits.h"

// Reads over the sets of pictures that others refer to, with their number (ITU-T H.265, 7.3.7). A picture on its own
// refers to none, but what follows them cannot be found without.
void wr_hevc_skip_references(wr_hevc_bits *bits);

#endif
