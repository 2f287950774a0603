#ifndef WIDGET_ROLLOUT_PLAIN_PROCESSOR_H
#define WIDGET_ROLLOUT_PLAIN_PROCESSOR_H

// A program that calls this takes its processor for one that has nothing beyond what every x86-64 has, from its very
// start: our vectors (`CResampling`) are not used. Nor are those of libwebp from the call on. Other libraries go by
// their environment.
void wr_be_plain_processor(void);

#endif
