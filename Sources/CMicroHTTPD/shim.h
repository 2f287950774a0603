#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>

/* What Swift cannot call or name by itself: variadic functions, flags that are combined, and constants whose
 * C types differ from the parameters that they are passed to. */

/* All that a daemon is started with. One context is handed to every callback. */
struct CMHD_Settings {
  int listen_socket;
  unsigned int connection_limit;
  unsigned int idle_timeout_seconds;
  size_t connection_memory;
  /* NULL: plain HTTP. */
  gnutls_certificate_retrieve_function3 *certificate;
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback answer;
  void *(*target_received) (void *context, const char *target, struct MHD_Connection *connection);
  MHD_NotifyConnectionCallback connection_changed;
  MHD_RequestCompletedCallback completed;
  size_t (*unescape) (void *context, struct MHD_Connection *connection, char *text);
};

/* A daemon that has no threads and does what there is to do in MHD_run. NULL when it cannot be made; errno then says why. */
static inline struct MHD_Daemon *
CMHD_start (const struct CMHD_Settings *s)
{
  /* TLS 1.2 and 1.3 as GnuTLS deems secure; what a listener without TLS is told of it is nothing. */
  struct MHD_OptionItem tls[] = {
    { MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *) s->certificate },
    { MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2" },
    { MHD_OPTION_END, 0, 0 } };
  struct MHD_OptionItem plain[] = { { MHD_OPTION_END, 0, 0 } };
  return MHD_start_daemon (
    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (s->certificate ? MHD_USE_TLS : 0), 0,
    s->accept, s->context, s->answer, s->context,
    MHD_OPTION_LISTEN_SOCKET, (MHD_socket) s->listen_socket,
    MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, s->idle_timeout_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory,
    MHD_OPTION_STRICT_FOR_CLIENT, 0,
    /* The thread that runs it blocks the signal; otherwise the library would not use sendfile. */
    MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
    MHD_OPTION_URI_LOG_CALLBACK, s->target_received, s->context,
    MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->context,
    MHD_OPTION_NOTIFY_CONNECTION, s->connection_changed, s->context,
    MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
    MHD_OPTION_ARRAY, s->certificate ? tls : plain,
    MHD_OPTION_END);
}

/* Can be read from when MHD_run has something to do; -1 when unknown. */
static inline int
CMHD_epoll_descriptor (struct MHD_Daemon *daemon)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info (daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/* -1 when unknown. */
static inline int
CMHD_socket (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int) info->connect_fd : -1;
}

/* NULL when unknown. */
static inline const struct sockaddr *
CMHD_client_address (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

/* The connection that a TLS session belongs to, which the library keeps as the session's pointer. */
static inline struct MHD_Connection *
CMHD_connection_of_session (gnutls_session_t session)
{
  return (struct MHD_Connection *) gnutls_session_get_ptr (session);
}

/* NULL before CMHD_set_context. */
static inline void *
CMHD_context (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/* Bytes of the request line and the header section; 0 before they are complete. */
static inline size_t
CMHD_head_size (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/* 0 when nothing is queued. */
static inline unsigned int
CMHD_queued_status (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

/* The bytes are not copied; the library only reads them, and calls release(owner) when it needs them no more.
 * NULL when out of memory, and then release is not called. */
static inline struct MHD_Response *
CMHD_create_response (const void *bytes, size_t size, void (*release) (void *owner), void *owner)
{
  return MHD_create_response_from_buffer_with_free_callback_cls (size, (void *) bytes, release, owner);
}

/* What a reader of a streamed response returns instead of a size: that it ends as it should, or that it is cut. */
static const ssize_t CMHD_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t CMHD_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/* A response of unknown size, read piece by piece. It owns a buffer of block_size bytes, and calls release(owner) when
 * it needs the reader no more. NULL when out of memory, and then release is not called. */
static inline struct MHD_Response *
CMHD_create_stream (size_t block_size, MHD_ContentReaderCallback read, void *owner, void (*release) (void *owner))
{
  return MHD_create_response_from_callback (MHD_SIZE_UNKNOWN, block_size, read, owner, release);
}

/* The library would send the last chunk of a body to HEAD too, which the client takes for the next response. So HEAD
 * gets the head of a body without chunks, which ends with its connection. */
static inline enum MHD_Result
CMHD_leave_out_chunks (struct MHD_Response *response)
{
  return MHD_set_response_options (response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

static inline int
CMHD_visit_headers (struct MHD_Connection *connection, MHD_KeyValueIteratorN visit, void *context)
{
  return MHD_get_connection_values_n (connection, MHD_HEADER_KIND, visit, context);
}

#endif
