package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobCondition;
import dev.kcm.model.core.v1.ReplicationController;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What a status has said stays said: an observed generation is not taken back, a finished Job stays finished,
/// failures and, without indexes, successes of a Job are not forgotten.
final class StatusNeverGoesBack implements Invariant {
    private static final String NAME = "status-never-goes-back";
    private static final Set<String> FINAL = Set.of("Complete", "Failed");

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.before().isEmpty()
                || change.isRemoval()
                || world.userWrites().changed(change.object())) {
            return;
        }
        var before = change.before().get();
        var now = change.object();
        if (observed(now) < observed(before)) {
            violations.accept(Violation.of(
                    NAME,
                    now,
                    "observedGeneration went from %d to %d".formatted(observed(before), observed(now)),
                    change));
        }
        if (before instanceof Job was && now instanceof Job is) {
            finished(was, is, change, violations);
            counted(was, is, change, violations);
        }
    }

    private static void finished(Job was, Job is, ObservedChange change, Consumer<Violation> violations) {
        if (!conditions(is).containsAll(conditions(was))) {
            violations.accept(
                    Violation.of(NAME, is, "was %s and is %s".formatted(conditions(was), conditions(is)), change));
        }
    }

    private static void counted(Job was, Job is, ObservedChange change, Consumer<Violation> violations) {
        boolean isIndexed = is.spec().completionMode().filter("Indexed"::equals).isPresent();
        boolean hasForgotten = is.status().failed() < was.status().failed()
                || (!isIndexed && is.status().succeeded() < was.status().succeeded());
        if (hasForgotten) {
            violations.accept(Violation.of(
                    NAME,
                    is,
                    "counted %d succeeded and %d failed pods, then %d and %d"
                            .formatted(
                                    was.status().succeeded(),
                                    was.status().failed(),
                                    is.status().succeeded(),
                                    is.status().failed()),
                    change));
        }
    }

    private static Set<String> conditions(Job job) {
        return job.status().conditions().stream()
                .filter(it -> FINAL.contains(it.type()) && it.status().equals("True"))
                .map(JobCondition::type)
                .collect(Collectors.toSet());
    }

    private static long observed(KubeObject object) {
        return switch (object) {
            case Deployment it -> it.status().observedGeneration();
            case ReplicaSet it -> it.status().observedGeneration();
            case ReplicationController it -> it.status().observedGeneration();
            default -> 0;
        };
    }
}
