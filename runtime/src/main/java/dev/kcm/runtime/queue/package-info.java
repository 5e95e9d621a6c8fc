/// The work queue between caches and workers: keys, not events. A key waits once however often it
/// is added, is never in two workers' hands, and comes back when it changed meanwhile. Delayed and
/// rate-limited adds, two lanes, upstream's `workqueue_*` metrics. [KeyQueue] is thread-safe; the
/// other types here belong to one queue and are guarded by its lock.
@NullMarked
package dev.kcm.runtime.queue;

import org.jspecify.annotations.NullMarked;
