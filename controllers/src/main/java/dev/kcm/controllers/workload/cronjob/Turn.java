package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether the run that is due is started, with the Jobs there are. The first rule that speaks
/// decides. Pure.
sealed interface Turn {
    Plan plan(Seen seen);

    /// Nothing is started.
    record Rest(Plan nothing) implements Turn {
        @Override
        public Plan plan(Seen seen) {
            return nothing;
        }
    }

    /// The Job is there already; only the status does not say so.
    record Resume(Agenda.Due due, Job job) implements Turn {
        @Override
        public Plan plan(Seen seen) {
            return Plan.inOrder("its Job was created before", replaced(seen)).wakingIn(due.untilNextIfRun());
        }
    }

    record Start(Agenda.Due due) implements Turn {
        @Override
        public Plan plan(Seen seen) {
            var steps = new ArrayList<>(replaced(seen));
            steps.add(creation(seen, due.at()));
            return Plan.inOrder("its time has come", steps).wakingIn(due.untilNextIfRun());
        }
    }

    static Turn of(Seen seen) {
        return switch (seen.agenda()) {
            case Agenda.Idle(var why, var _, var wakeIn) ->
                new Rest(Plan.nothing(why).wakingIn(wakeIn));
            case Agenda.Due due -> of(seen, due);
        };
    }

    private static Turn of(Seen seen, Agenda.Due due) {
        var running = seen.running();
        var name = NewJob.key(seen.cronJob(), due.at()).name();
        if (running.stream().anyMatch(entry -> entry.name().equals(name))) {
            return rest("its Job runs already", due);
        }
        if (isPolicy(ConcurrencyPolicies.FORBID, seen) && !running.isEmpty()) {
            return new Rest(Plan.of(
                            "an earlier Job still runs",
                            Step.announce(
                                    seen.cronJob().ref(),
                                    Reasons.JOB_ALREADY_ACTIVE,
                                    "Not starting job because prior execution is running"
                                            + " and concurrency policy is Forbid"))
                    .wakingIn(due.untilNext()));
        }
        if (seen.namesake().isEmpty()) {
            return new Start(due);
        }
        return seen.isNamesakeOurs()
                ? new Resume(due, seen.namesake().get())
                : rest("the name %s is taken".formatted(name), due);
    }

    private static Turn rest(String why, Agenda.Due due) {
        return new Rest(Plan.nothing(why).wakingIn(due.untilNext()));
    }

    private static boolean isPolicy(String policy, Seen seen) {
        return seen.cronJob().spec().concurrencyPolicy().equals(policy);
    }

    /// Refused, it is told when it is known whether that was a race with ourselves.
    private static Step creation(Seen seen, Instant run) {
        var telling = new Step.Telling(seen.cronJob().ref(), Reasons.SUCCESSFUL_CREATE, "Created job %s", "", "");
        return new Step.Create<>(Job.JOBS, NewJob.of(seen.cronJob(), run), 1, Optional.of(telling));
    }

    private static List<Step> replaced(Seen seen) {
        return isPolicy(ConcurrencyPolicies.REPLACE, seen)
                ? seen.running().stream().map(entry -> deletion(seen, entry)).toList()
                : List.of();
    }

    private static Step deletion(Seen seen, ObjectReference job) {
        return deletion(seen, new ObjectKey(seen.cronJob().namespace(), job.name()), job.uid());
    }

    static Step deletion(Seen seen, ObjectKey job, String uid) {
        return new Step.Delete(
                Job.JOBS,
                job,
                uid,
                Step.Cascade.BACKGROUND,
                Optional.of(new Step.Telling(
                        seen.cronJob().ref(),
                        Reasons.SUCCESSFUL_DELETE,
                        "Deleted job %s",
                        Reasons.FAILED_DELETE,
                        "Deleted job: %s")));
    }
}
