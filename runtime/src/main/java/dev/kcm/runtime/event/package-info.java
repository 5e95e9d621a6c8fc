/// Events about objects, for people: [EventRecorder#announce] never blocks and never fails. Behind
/// it, per recorder, one thread lets a correlator decide (upstream's counting, aggregation and spam
/// filter for core/v1, its series for events.k8s.io/v1) and an [EventSink] write. [Events] makes
/// the recorders of a process and ends them. Correlators belong to one thread; the rest is
/// thread-safe.
@NullMarked
package dev.kcm.runtime.event;

import org.jspecify.annotations.NullMarked;
