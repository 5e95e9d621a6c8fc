package dev.kcm.controllers.workload.job;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Conditions as Jobs keep them: a change of anything but the times renews both times.
final class JobConditions {
    private JobConditions() {}

    static JobCondition of(String type, String status, String reason, String message, Instant now) {
        return JobCondition.builder()
                .type(type)
                .status(status)
                .reason(reason)
                .message(message)
                .lastProbeTime(now)
                .lastTransitionTime(now)
                .build();
    }

    /// The list with this one in it; the very list when it says so already. What never was true is
    /// not written down as false.
    static List<JobCondition> with(List<JobCondition> conditions, JobCondition wanted) {
        var present = Conditions.find(conditions, wanted.type());
        if ((present.isEmpty() && wanted.status().equals("False"))
                || present.filter(old -> saysTheSame(old, wanted)).isPresent()) {
            return conditions;
        }
        var changed = new ArrayList<>(conditions);
        if (present.isPresent()) {
            changed.set(conditions.indexOf(present.get()), wanted);
        } else {
            changed.add(wanted);
        }
        return List.copyOf(changed);
    }

    private static boolean saysTheSame(JobCondition one, JobCondition other) {
        return one.status().equals(other.status())
                && one.reason().equals(other.reason())
                && one.message().equals(other.message());
    }
}
