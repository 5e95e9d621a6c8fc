package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.schedule.TimeZones;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;

/// The Job of one run. Its name says which, so that no run can be started twice.
final class NewJob {
    private static final int MINUTE = 60;

    private NewJob() {}

    static ObjectKey key(CronJob cronJob, Instant run) {
        return new ObjectKey(cronJob.namespace(), cronJob.name() + "-" + run.getEpochSecond() / MINUTE);
    }

    static Job of(CronJob cronJob, Instant run) {
        var template = cronJob.spec().jobTemplate();
        var annotations = new HashMap<>(template.metadata().annotations());
        annotations.put(
                Annotations.SCHEDULED_TIMESTAMP, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(atHome(cronJob, run)));
        return Job.builder()
                .metadata(job -> job.name(key(cronJob, run).name())
                        .namespace(cronJob.namespace())
                        .labels(template.metadata().labels())
                        .annotations(annotations)
                        .ownerReferences(List.of(OwnerReferences.toController(cronJob))))
                .spec(template.spec())
                .build();
    }

    private static ZonedDateTime atHome(CronJob cronJob, Instant run) {
        return run.atZone(ScheduleDecision.zone(cronJob) instanceof TimeZones.Found(var zone) ? zone : ZoneOffset.UTC);
    }
}
