#ifndef WIDGET_ROLLOUT_CSECCOMP_H
#define WIDGET_ROLLOUT_CSECCOMP_H

#include <seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* What Swift cannot call or name by itself: variadic functions, macros, and resources whose C type is an enumeration
 * of its own. Functions that return int give 0 or -1 with errno set, or as libseccomp does a negative errno. */

static const uint32_t wr_kill_process = SCMP_ACT_KILL_PROCESS;
static const uint32_t wr_allow = SCMP_ACT_ALLOW;

/* clone(2): a thread of the same process. */
static const uint64_t wr_clone_thread = 0x00010000;

static inline uint32_t wr_refuse(uint16_t code) { return SCMP_ACT_ERRNO(code); }

static inline int wr_rule(scmp_filter_ctx filter, uint32_t action, int call) {
    return seccomp_rule_add_array(filter, action, call, 0, NULL);
}

/* A rule for calls whose argument of that index has that value in the bits of the mask. */
static inline int wr_rule_if(
    scmp_filter_ctx filter, uint32_t action, int call, unsigned index, uint64_t mask, uint64_t value) {
    struct scmp_arg_cmp condition = SCMP_CMP(index, SCMP_CMP_MASKED_EQ, mask, value);
    return seccomp_rule_add_array(filter, action, call, 1, &condition);
}

/* The process can gain no privileges, and is killed when its parent is gone. */
static inline int wr_bind_to_parent(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0);
}

static inline int wr_limit(int resource, uint64_t limit) {
    struct rlimit value = {limit, limit};
    return setrlimit(resource, &value);
}

/* prlimit(2), which headers declare only with extensions that Swift's own view of the C library does not have. */
static inline int wr_limit_processor_time(pid_t process, uint64_t seconds) {
    uint64_t value[2] = {seconds, ~(uint64_t)0};
    return (int)syscall(SYS_prlimit64, process, RLIMIT_CPU, value, NULL);
}

/* Sends bytes, with the first of them a descriptor unless it is negative; how many were sent, or -1. */
static inline ssize_t wr_send(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/* Receives bytes and at most one descriptor, which is -1 when none came; how many bytes, 0 at the end, or -1. */
static inline ssize_t wr_receive(int socket, void *bytes, size_t count, int *descriptor) {
    struct iovec part = {bytes, count};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *descriptor = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return received;
}

#endif
