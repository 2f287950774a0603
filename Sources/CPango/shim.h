#ifndef WIDGET_ROLLOUT_CPANGO_SHIM_H
#define WIDGET_ROLLOUT_CPANGO_SHIM_H

#include <pango/pangocairo.h>

/* GLib's g_object_unref is a macro in some versions and takes an untyped pointer in all. */
static inline void cpango_release(void *object) { g_object_unref(object); }

#endif
