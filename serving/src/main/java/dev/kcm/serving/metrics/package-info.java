/// The Prometheus text format over [dev.kcm.base.metrics], and what the JVM and the process have to
/// say about themselves. Reading is lock-free; any thread.
@NullMarked
package dev.kcm.serving.metrics;

import org.jspecify.annotations.NullMarked;
