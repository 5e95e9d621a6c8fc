/// Strategies of the group `policy`: pod disruption budgets. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.policy;

import org.jspecify.annotations.NullMarked;
