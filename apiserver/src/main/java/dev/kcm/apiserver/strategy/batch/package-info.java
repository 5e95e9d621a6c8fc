/// Strategies of the group `batch`: jobs and cron jobs. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.batch;

import org.jspecify.annotations.NullMarked;
