/// Strategies of the group `autoscaling`: horizontal pod autoscalers. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.autoscaling;

import org.jspecify.annotations.NullMarked;
