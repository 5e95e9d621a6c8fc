/// Strategies of the group `scheduling.k8s.io`: priority classes. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.scheduling;

import org.jspecify.annotations.NullMarked;
