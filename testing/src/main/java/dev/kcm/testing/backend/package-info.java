/// Where scenarios play: the embedded cluster, in process or over the wire, or a real API server,
/// each with our controllers behind a transport that writes down what they write and can be told to
/// fail; or a real cluster with somebody else's manager. The same scenario plays on all of them.
///
/// Threading: a stage is driven by one thread, the test's; what it records comes from the
/// controllers' workers.
@NullMarked
package dev.kcm.testing.backend;

import org.jspecify.annotations.NullMarked;
