/// Strategies of the group `coordination.k8s.io`: leases. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.coordination;

import org.jspecify.annotations.NullMarked;
