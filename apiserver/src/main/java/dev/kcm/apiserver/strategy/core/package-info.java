/// Strategies of the core group; also the defaults and checks of pod templates, which workloads of other groups use.
/// Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.core;

import org.jspecify.annotations.NullMarked;
