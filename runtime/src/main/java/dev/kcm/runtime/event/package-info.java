/// Events about objects: [EventRecorder#record] never blocks and never fails. Behind
/// it, per recorder, one thread lets an [EventCorrelator] decide (upstream's counting, aggregation and spam
/// filter for core/v1 events) and writes to an [EventSink]. [Events] makes
/// the recorders of a process and closes them. Correlators belong to one thread; the rest is
/// thread-safe.
@NullMarked
package dev.kcm.runtime.event;

import org.jspecify.annotations.NullMarked;
