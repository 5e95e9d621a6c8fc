package dev.kcm.runtime.plan;

import dev.kcm.base.Clock;
import dev.kcm.base.FanOut;
import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.runtime.cache.OwnWrites;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Carries out the plans of one controller. Thread-safe; the calling worker blocks until the plan
/// is done.
public final class PlanExecutor {
    /// How many requests of one plan may be under way; upstream has no bound but its rate limit.
    private static final int WIDTH = 64;

    private final StepSender writer;
    private final OwnWrites ownWrites;
    private final EventPublisher announcer;
    private final StatusPacer pacer;
    private final Optional<ShadowListener> withholding;

    /// @param client its gate decides to the last moment whether a write may leave
    /// @param withholding nothing is sent, this is told instead
    public PlanExecutor(
            Client client,
            OwnWrites ownWrites,
            EventPublisher announcer,
            Clock clock,
            Optional<ShadowListener> withholding) {
        this.writer = new StepSender(client);
        this.ownWrites = ownWrites;
        this.announcer = announcer;
        this.pacer = new StatusPacer(clock);
        this.withholding = withholding;
    }

    /// @param reconciled on whose behalf; its next look waits until the caches show what was
    ///   written here
    public Outcomes apply(ObjectKey reconciled, Plan plan) throws InterruptedException {
        if (plan.isNothing()) {
            return Outcomes.NONE;
        }
        if (withholding.isPresent()) {
            return withheld(plan, withholding.get());
        }
        var outcomes = new ArrayList<Outcome>();
        var refused = false;
        for (var group : plan.groups()) {
            var steps = unrolled(group.steps());
            if (refused) {
                steps.forEach(step -> outcomes.add(new Outcome.Skipped(step)));
            } else {
                var results = run(reconciled, group.pace(), steps);
                outcomes.addAll(results);
                refused = new Outcomes(results).anyRefused();
            }
        }
        return new Outcomes(outcomes);
    }

    /// From now on no status waits for the next change: there may be none for us.
    public void stopDelayingStatus() {
        pacer.stopDelayingStatus();
    }

    /// There is nothing to look at under this key any more.
    public void forget(ObjectKey reconciled) {
        ownWrites.forget(reconciled);
        pacer.forget(reconciled);
    }

    private static Outcomes withheld(Plan plan, ShadowListener withholding) {
        plan.steps().forEach(withholding::withheld);
        return new Outcomes(plan.groups().stream()
                .flatMap(group -> unrolled(group.steps()).stream())
                .<Outcome>map(Outcome.Withheld::new)
                .toList());
    }

    private List<Outcome> run(ObjectKey reconciled, StepGroup.Pace pace, List<Step> steps) throws InterruptedException {
        return switch (pace) {
            case TOGETHER -> FanOut.over(steps, WIDTH, step -> carryOut(reconciled, step));
            case SLOW_START -> inBatches(reconciled, steps, 1, 2);
            case IN_ORDER -> inBatches(reconciled, steps, 1, 1);
        };
    }

    private List<Outcome> inBatches(ObjectKey reconciled, List<Step> steps, int first, int growth)
            throws InterruptedException {
        var outcomes = new ArrayList<Outcome>(steps.size());
        var size = first;
        for (int from = 0; from < steps.size(); ) {
            var batch = steps.subList(from, Math.min(steps.size(), from + size));
            var results = FanOut.over(batch, WIDTH, step -> carryOut(reconciled, step));
            outcomes.addAll(results);
            from += batch.size();
            size *= growth;
            if (new Outcomes(results).anyRefused()) {
                steps.subList(from, steps.size()).forEach(step -> outcomes.add(new Outcome.Skipped(step)));
                return outcomes;
            }
        }
        return outcomes;
    }

    private Outcome carryOut(ObjectKey reconciled, Step step) {
        if (step instanceof Step.RecordEvent(var about, var severity, var reason, var note)) {
            announcer.announce(about, severity, reason, note);
            return new Outcome.Moot(step, "announced");
        }
        if (step instanceof Step.WriteStatus<?>(var _, var object, var urgency)) {
            var delay = pacer.delay(object.key(), urgency);
            if (delay.isPresent()) {
                return new Outcome.Postponed(step, delay.get());
            }
        }
        var outcome = writer.send(step);
        remember(reconciled, outcome);
        tell(outcome);
        return outcome;
    }

    private void remember(ObjectKey reconciled, Outcome outcome) {
        if (!(outcome instanceof Outcome.Applied(var step, var result))) {
            return;
        }
        switch (step) {
            case Step.Create<?> create -> ownWrites.wrote(reconciled, create.resource(), result.resourceVersion());
            case Step.Update<?> update -> ownWrites.wrote(reconciled, update.resource(), result.resourceVersion());
            case Step.Patch amend -> ownWrites.wrote(reconciled, amend.resource(), result.resourceVersion());
            case Step.UpdateSubresource<?> update ->
                ownWrites.wrote(reconciled, update.resource(), result.resourceVersion());
            case Step.Apply apply -> ownWrites.wrote(reconciled, apply.resource(), result.resourceVersion());
            case Step.WriteStatus<?> status -> {
                pacer.wrote(status.object().key());
                ownWrites.wrote(reconciled, status.resource(), result.resourceVersion());
            }
            case Step.Delete delete -> ownWrites.deleted(reconciled, delete.resource(), delete.target(), delete.uid());
            case Step.DeleteAll _, Step.RecordEvent _ -> {}
        }
    }

    private void tell(Outcome outcome) {
        var event = event(outcome.step());
        if (event.isEmpty()) {
            return;
        }
        var words = event.get();
        if (outcome instanceof Outcome.Applied(var _, var result)) {
            tell(
                    words.about(),
                    Step.Severity.NORMAL,
                    words.reasonWhenDone(),
                    words.noteWhenDone(),
                    result.key().name());
        } else if (outcome instanceof Outcome.Refused(var _, var failure)) {
            tell(
                    words.about(),
                    Step.Severity.WARNING,
                    words.reasonWhenRefused(),
                    words.noteWhenRefused(),
                    failure.message());
        }
    }

    private void tell(ObjectRef about, Step.Severity severity, String reason, String note, String detail) {
        if (!reason.isEmpty()) {
            announcer.announce(about, severity, reason, note.replace("%s", detail));
        }
    }

    private static Optional<Step.EventTemplate> event(Step step) {
        return switch (step) {
            case Step.Create<?> create -> create.event();
            case Step.Update<?> update -> update.event();
            case Step.Delete delete -> delete.event();
            case Step.WriteStatus<?> _,
                    Step.Patch _,
                    Step.UpdateSubresource<?> _,
                    Step.DeleteAll _,
                    Step.Apply _,
                    Step.RecordEvent _ -> Optional.empty();
        };
    }

    private static List<Step> unrolled(List<Step> steps) {
        var single = new ArrayList<Step>(steps.size());
        for (var step : steps) {
            single.addAll(step instanceof Step.Create<?> create ? unrolled(create) : List.of(step));
        }
        return single;
    }

    private static List<Step> unrolled(Step.Create<?> create) {
        return create.count() == 1 ? List.of(create) : Collections.nCopies(create.count(), create.once());
    }
}
