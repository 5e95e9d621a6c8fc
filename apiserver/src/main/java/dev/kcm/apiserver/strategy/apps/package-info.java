/// Strategies of the group `apps`: deployments and the sets of pods. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.apps;

import org.jspecify.annotations.NullMarked;
