package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads everything the decision about one CronJob needs. Where the caches contradict each other
/// (a Job runs that the status does not list, or the status lists one that is not there) the server
/// is asked.
final class CronJobObserver {
    static final Index<Job> BY_CONTROLLER = Index.byController(Job.JOBS);

    /// When a CronJob runs, as of its last sync.
    ///
    /// @param uid another CronJob of the same name is another matter
    private record Remembered(String uid, String schedule, Optional<String> timeZone) {
        static Remembered of(CronJob cronJob) {
            return new Remembered(
                    cronJob.uid(), cronJob.spec().schedule(), cronJob.spec().timeZone());
        }
    }

    private final LiveReads live;
    private final ZoneId local;
    private final Memory<Remembered> schedules = new Memory<>();

    CronJobObserver(LiveReads live, ZoneId local) {
        this.live = live;
        this.local = local;
    }

    Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var cached = caches.find(CronJob.CRON_JOBS, key);
        if (cached.isEmpty()) {
            schedules.forget(key);
            return new Observation.Gone<>();
        }
        var jobs = caches.of(Job.JOBS).byIndex(BY_CONTROLLER, cached.get().uid()).stream()
                .sorted(Comparator.comparing(KubeObject::name))
                .toList();
        var cronJob = current(cached.get(), jobs);
        if (cronJob.isEmpty()) {
            return new Observation.Stale<>("the cache to show that it was deleted");
        }
        var lost = lost(cronJob.get(), jobs, caches);
        return new Observation.Observed<>(snapshot(cronJob.get(), jobs, lost, caches, now));
    }

    void remember(Snapshot snapshot) {
        schedules.keep(snapshot.cronJob().key(), Remembered.of(snapshot.cronJob()));
    }

    private Snapshot snapshot(CronJob cronJob, List<Job> jobs, Set<String> lost, Caches caches, Instant now) {
        var schedule = ScheduleDecision.of(cronJob, hasNewSchedule(cronJob), local, now);
        var namesake = schedule instanceof ScheduleDecision.Due due
                ? caches.find(Job.JOBS, NewJob.key(cronJob, due.at()))
                : Optional.<Job>empty();
        return new Snapshot(cronJob, jobs, lost, schedule, namesake, now);
    }

    private boolean hasNewSchedule(CronJob cronJob) {
        var now = Remembered.of(cronJob);
        return schedules
                .of(cronJob.key())
                .filter(then -> then.uid().equals(now.uid()) && !then.equals(now))
                .isPresent();
    }

    /// The CronJob itself, or as the server has it if that lists a running Job which the cache does
    /// not; none if the server does not have it any more.
    private Optional<CronJob> current(CronJob cached, List<Job> jobs) {
        var unlisted = unlisted(cached, jobs);
        if (unlisted.isEmpty()) {
            return Optional.of(cached);
        }
        return live.get(CronJob.CRON_JOBS, cached.key())
                .filter(current -> current.uid().equals(cached.uid()))
                .map(current -> unlisted(current, jobs).size() < unlisted.size() ? current : cached);
    }

    static List<Job> unlisted(CronJob cronJob, List<Job> jobs) {
        var listed =
                cronJob.status().active().stream().map(ObjectReference::uid).toList();
        return jobs.stream()
                .filter(job -> !JobResult.isOver(job) && !listed.contains(job.uid()))
                .toList();
    }

    /// The uids of listed Jobs that neither the cache nor the server has.
    private Set<String> lost(CronJob cronJob, List<Job> jobs, Caches caches) {
        var found = jobs.stream().map(Job::uid).toList();
        var lost = new HashSet<String>();
        for (var entry : cronJob.status().active()) {
            var key = new ObjectKey(cronJob.namespace(), entry.name());
            if (!found.contains(entry.uid())
                    && caches.find(Job.JOBS, key).filter(it -> is(it, entry)).isEmpty()
                    && live.get(Job.JOBS, key).filter(it -> is(it, entry)).isEmpty()) {
                lost.add(entry.uid());
            }
        }
        return lost;
    }

    private static boolean is(Job job, ObjectReference entry) {
        return job.uid().equals(entry.uid());
    }
}
