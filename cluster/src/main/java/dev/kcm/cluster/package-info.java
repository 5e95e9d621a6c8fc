/// The embedded cluster: API server, manager and simulated nodes in one JVM, and its JUnit
/// extension.
@NullMarked
package dev.kcm.cluster;

import org.jspecify.annotations.NullMarked;
