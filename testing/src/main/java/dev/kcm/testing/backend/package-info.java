/// Where scenarios run: the embedded cluster, in process or over the wire, or a real API server, each
/// with our controllers behind a transport that records their writes and injects faults; or a real
/// cluster with upstream's manager. The same scenario runs on all of them.
///
/// Threading: a backend is driven by one thread, the test's; what it records comes from the
/// controllers' workers.
@NullMarked
package dev.kcm.testing.backend;

import org.jspecify.annotations.NullMarked;
