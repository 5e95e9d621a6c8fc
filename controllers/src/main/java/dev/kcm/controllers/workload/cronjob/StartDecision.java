package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Whether the run that is due is started, with the Jobs there are. The first rule that speaks
/// decides. Pure.
sealed interface StartDecision {
    Plan plan(Snapshot snapshot);

    /// Nothing is started.
    record Rest(Plan nothing) implements StartDecision {
        @Override
        public Plan plan(Snapshot snapshot) {
            return nothing;
        }
    }

    /// The Job is there already; only the status does not say so.
    record Resume(ScheduleDecision.Due due, Job job) implements StartDecision {
        @Override
        public Plan plan(Snapshot snapshot) {
            return Plan.inOrder("its Job was created before", replaced(snapshot))
                    .wakingIn(due.untilNextIfRun());
        }
    }

    record Start(ScheduleDecision.Due due) implements StartDecision {
        @Override
        public Plan plan(Snapshot snapshot) {
            var steps = new ArrayList<>(replaced(snapshot));
            steps.add(creation(snapshot, due.at()));
            return Plan.inOrder("its time has come", steps).wakingIn(due.untilNextIfRun());
        }
    }

    static StartDecision of(Snapshot snapshot) {
        return switch (snapshot.schedule()) {
            case ScheduleDecision.Idle(var why, var _, var wakeIn) ->
                new Rest(Plan.nothing(why).wakingIn(wakeIn));
            case ScheduleDecision.Due due -> of(snapshot, due);
        };
    }

    private static StartDecision of(Snapshot snapshot, ScheduleDecision.Due due) {
        var running = snapshot.running();
        var name = NewJob.key(snapshot.cronJob(), due.at()).name();
        if (running.stream().anyMatch(entry -> entry.name().equals(name))) {
            return rest("its Job runs already", due);
        }
        if (isPolicy(ConcurrencyPolicies.FORBID, snapshot) && !running.isEmpty()) {
            return new Rest(Plan.of(
                            "an earlier Job still runs",
                            Step.event(
                                    snapshot.cronJob().ref(),
                                    Reasons.JOB_ALREADY_ACTIVE,
                                    "Not starting job because prior execution is running"
                                            + " and concurrency policy is Forbid"))
                    .wakingIn(due.untilNext()));
        }
        if (snapshot.namesake().isEmpty()) {
            return new Start(due);
        }
        return snapshot.isNamesakeOurs()
                ? new Resume(due, snapshot.namesake().get())
                : rest("the name %s is taken".formatted(name), due);
    }

    private static StartDecision rest(String why, ScheduleDecision.Due due) {
        return new Rest(Plan.nothing(why).wakingIn(due.untilNext()));
    }

    private static boolean isPolicy(String policy, Snapshot snapshot) {
        return snapshot.cronJob().spec().concurrencyPolicy().equals(policy);
    }

    /// A failure is recorded by `settle`, when it is known whether that was a race with ourselves.
    private static Step creation(Snapshot snapshot, Instant run) {
        var event =
                new Step.EventTemplate(snapshot.cronJob().ref(), Reasons.SUCCESSFUL_CREATE, "Created job %s", "", "");
        return Step.create(NewJob.of(snapshot.cronJob(), run)).withEvent(event);
    }

    private static List<Step> replaced(Snapshot snapshot) {
        return isPolicy(ConcurrencyPolicies.REPLACE, snapshot)
                ? snapshot.running().stream()
                        .map(entry -> deletion(snapshot, entry))
                        .toList()
                : List.of();
    }

    private static Step deletion(Snapshot snapshot, ObjectReference job) {
        return deletion(snapshot, new ObjectKey(snapshot.cronJob().namespace(), job.name()), job.uid());
    }

    static Step deletion(Snapshot snapshot, ObjectKey job, String uid) {
        return Step.delete(Job.JOBS, job, uid)
                .withPropagation(Propagation.BACKGROUND)
                .withEvent(new Step.EventTemplate(
                        snapshot.cronJob().ref(),
                        Reasons.SUCCESSFUL_DELETE,
                        "Deleted job %s",
                        Reasons.FAILED_DELETE,
                        "Deleted job: %s"));
    }
}
