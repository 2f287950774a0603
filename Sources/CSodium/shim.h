#ifndef WIDGET_ROLLOUT_CSODIUM_H
#define WIDGET_ROLLOUT_CSODIUM_H

#include <sodium.h>

#endif
