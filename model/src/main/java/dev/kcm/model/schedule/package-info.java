/// Schedules of CronJobs and the time zones they are in, as upstream reads them: the API server
/// asks what is wrong with one, the controller when it comes.
///
/// Everything here is immutable and may be shared between threads.
@NullMarked
package dev.kcm.model.schedule;

import org.jspecify.annotations.NullMarked;
