/// Leader election on a Lease, on speaking terms with client-go's: either may follow the other.
/// [ElectionState] decides (no threads, no requests, only the clock), [Elector] acts on it from a
/// thread of its own, [Fence] is what every write of a leader passes. The manager starts an elector
/// and listens; nobody else needs more than the fence.
///
/// Remote timestamps are written for people and never trusted: a lease has run out when it has not
/// been seen to change for its duration on our own monotonic clock.
@NullMarked
package dev.kcm.runtime.lease;

import org.jspecify.annotations.NullMarked;
