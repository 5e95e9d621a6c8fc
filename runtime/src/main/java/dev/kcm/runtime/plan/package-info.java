/// Decisions as data and the one executor that carries them out. A controller builds a [Plan] of
/// [Step]s; only the executor talks to the API server, so that slow start, preconditions, what
/// counts as already done, pacing of status, the leader's fence, shadow mode, events and the
/// decision log are decided here once.
@NullMarked
package dev.kcm.runtime.plan;

import org.jspecify.annotations.NullMarked;
