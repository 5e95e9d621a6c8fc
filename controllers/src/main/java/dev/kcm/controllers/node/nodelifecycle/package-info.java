/// Notices nodes that have gone silent, and sees to it that nothing is scheduled on nodes that are not fit for it,
/// that pods on silent nodes no longer count as ready, and that these are evicted, not too many at a time.
@NullMarked
package dev.kcm.controllers.node.nodelifecycle;

import org.jspecify.annotations.NullMarked;
