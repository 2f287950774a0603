import CCurl
import Glibc

/// Owns an easy handle of libcurl, which keeps its connections between requests.
struct CurlHandle: ~Copyable, @unchecked Sendable {
    // Safe to send: libcurl lets any one thread at a time use a handle, and it is never copied.
    private let pointer: UnsafeMutableRawPointer

    init() throws(HTTPClientError) {
        if let fault = CCurl_load() {
            throw HTTPClientError(url: "libcurl", problem: .library(String(cString: fault)))
        }
        guard let pointer = CCurl_easy_init() else {
            throw HTTPClientError(url: "libcurl", problem: .library("out of memory"))
        }
        self.pointer = pointer
    }

    deinit { CCurl_easy_cleanup(pointer) }

    func perform(_ request: HTTPRequest, _ settings: HTTPClient.Settings) throws(HTTPClientError) -> HTTPReply
    {
        let url = Self.withoutSecrets(request.url)
        func failure(_ problem: HTTPClientError.Problem) -> HTTPClientError {
            HTTPClientError(url: url, problem: problem)
        }
        let headers = HeaderList()
        guard request.headers.allSatisfy({ headers.append($0.name, $0.value) }) else {
            throw failure(.library("out of memory"))
        }
        // Keeps the connections.
        CCurl_easy_reset(pointer)
        // The library touches neither this nor the headers once the transfer is over, and both outlive it.
        let incoming = IncomingReply(limit: settings.maximumBodySize)
        let context = Unmanaged.passUnretained(incoming).toOpaque()
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = message.withUnsafeMutableBufferPointer { message in
            (request.body ?? []).withUnsafeBufferPointer { body -> CURLcode in
                let options: [CURLcode] =
                    set(settings) + set(request, body)
                    + [
                        CCurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headers.pointer),
                        CCurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, message.baseAddress),
                        CCurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION, receiveBody),
                        CCurl_set_pointer(pointer, CURLOPT_WRITEDATA, context),
                        CCurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION, receiveHeader),
                        CCurl_set_pointer(pointer, CURLOPT_HEADERDATA, context),
                    ]
                if let refused = options.first(where: { $0 != CURLE_OK }) { return refused }
                return withExtendedLifetime((incoming, headers)) { CCurl_easy_perform(pointer) }
            }
        }
        CCurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, nil)
        guard code == CURLE_OK else {
            throw failure(
                incoming.isOverlong
                    ? .tooLarge(limit: incoming.limit) : Self.problem(code, message, of: request)
            )
        }
        return HTTPReply(status: CCurl_status(pointer), headers: incoming.headers, body: incoming.body)
    }

    /// The address as errors may show it: neither its query nor a user's name and password.
    private static func withoutSecrets(_ url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = address.firstRange(of: "://") else { return String(address) }
        let rest = address[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(address) }
        return String(address[..<scheme.upperBound] + rest[rest.index(after: at)...])
    }

    private func set(_ settings: HTTPClient.Settings) -> [CURLcode] {
        var codes = [
            CCurl_set_long(pointer, CURLOPT_NOSIGNAL, 1),
            CCurl_set_long(pointer, CURLOPT_FOLLOWLOCATION, 0),
            CCurl_set_pointer(pointer, CURLOPT_PROTOCOLS_STR, "http,https"),
            CCurl_set_long(pointer, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
            CCurl_set_long(pointer, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
            CCurl_set_long(pointer, CURLOPT_SSL_VERIFYPEER, 1),
            CCurl_set_long(pointer, CURLOPT_SSL_VERIFYHOST, 2),
            // Whatever codings this build of the library knows are none of the caller's business but gzip.
            CCurl_set_pointer(pointer, CURLOPT_ACCEPT_ENCODING, "gzip"),
            CCurl_set_long(pointer, CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds),
            CCurl_set_long(pointer, CURLOPT_TIMEOUT_MS, settings.timeout.milliseconds),
            CCurl_set_long(pointer, CURLOPT_LOW_SPEED_LIMIT, 1),
            CCurl_set_long(
                pointer,
                CURLOPT_LOW_SPEED_TIME,
                max(1, settings.silenceTimeout.milliseconds / 1000)
            ),
        ]
        if let file = settings.authorityFile {
            codes.append(CCurl_set_pointer(pointer, CURLOPT_CAINFO, file))
            codes.append(CCurl_set_pointer(pointer, CURLOPT_CAPATH, nil))
        }
        if !settings.usesProxy { codes.append(CCurl_set_pointer(pointer, CURLOPT_PROXY, "")) }
        return codes
    }

    /// - Parameter body: Is read during the transfer.
    private func set(_ request: HTTPRequest, _ body: UnsafeBufferPointer<UInt8>) -> [CURLcode] {
        var codes = [
            CCurl_set_pointer(pointer, CURLOPT_URL, request.url),
            CCurl_set_pointer(pointer, CURLOPT_CUSTOMREQUEST, request.method),
        ]
        guard request.body != nil else { return codes }
        codes += [
            CCurl_set_long(pointer, CURLOPT_POST, 1),
            CCurl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)),
            // An empty body has no address, and nil would have curl ask for one.
            body.isEmpty
                ? CCurl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, "")
                : CCurl_set_pointer(pointer, CURLOPT_POSTFIELDS, body.baseAddress),
        ]
        return codes
    }

    private static func problem(
        _ code: CURLcode,
        _ message: [CChar],
        of request: HTTPRequest
    ) -> HTTPClientError.Problem {
        let detail = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let reason = detail.isEmpty ? String(cString: CCurl_easy_strerror(code)) : detail
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            return .unreachable(reason)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM:
            return .notTrusted(reason)
        case CURLE_OPERATION_TIMEDOUT: return .tooSlow(reason, mayBeDone: request.method != "GET")
        case CURLE_OUT_OF_MEMORY, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN: return .library(reason)
        default: return .broken(reason)
        }
    }
}
