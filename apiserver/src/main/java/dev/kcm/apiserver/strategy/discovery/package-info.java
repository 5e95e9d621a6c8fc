/// Strategies of the group `discovery.k8s.io`: endpoint slices. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.discovery;

import org.jspecify.annotations.NullMarked;
