/// HTTP/1.1 over TLS for one server, and nothing of Kubernetes: writing requests, parsing
/// responses, a bounded pool of kept-alive connections, and deadlines that hold for connecting,
/// writing and reading alike. Blocking; made for virtual threads. Only `dev.kcm.client.remote`
/// calls it.
///
/// Why not a library: docs/decisions/0002-http-client.md.
@NullMarked
package dev.kcm.client.http;

import org.jspecify.annotations.NullMarked;
