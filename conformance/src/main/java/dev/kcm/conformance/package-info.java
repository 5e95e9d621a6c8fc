/// Runs our scenarios on the real thing and compares what is left behind with the Go manager's.
@NullMarked
package dev.kcm.conformance;

import org.jspecify.annotations.NullMarked;
