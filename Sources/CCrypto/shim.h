#ifndef WIDGET_ROLLOUT_CCRYPTO_H
#define WIDGET_ROLLOUT_CCRYPTO_H

#include <openssl/sha.h>

// The one-shot SHA256() of OpenSSL 3 looks the algorithm up by name on every call, which costs more than the
// hash of a short message itself. The calls below are deprecated in its favour but go straight to the work.
// Each of them returns 1 unless its arguments are null.
static inline int wr_sha256(const void *data, size_t length, unsigned char digest[32]) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    SHA256_CTX context;
    return SHA256_Init(&context) && SHA256_Update(&context, data, length) && SHA256_Final(digest, &context);
#pragma clang diagnostic pop
}

// The same in steps.
static inline int wr_sha256_begin(SHA256_CTX *context) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return SHA256_Init(context);
#pragma clang diagnostic pop
}

static inline int wr_sha256_add(SHA256_CTX *context, const void *data, size_t length) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return SHA256_Update(context, data, length);
#pragma clang diagnostic pop
}

static inline int wr_sha256_end(SHA256_CTX *context, unsigned char digest[32]) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return SHA256_Final(digest, context);
#pragma clang diagnostic pop
}

#endif
