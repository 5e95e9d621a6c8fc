package dev.kcm.runtime.plan;

import dev.kcm.base.Clock;
import dev.kcm.base.FanOut;
import dev.kcm.client.Client;
import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.cloud.CloudProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Executes the plans of one controller. Thread-safe; the calling worker blocks until the plan is done.
public final class PlanExecutor {
    /// How many requests of one plan may be under way; upstream has no bound but its rate limit.
    private static final int WIDTH = 64;

    private final StepSender sender;
    private final CloudCaller cloud;
    private final DiskChanger disk;
    private final OwnWrites ownWrites;
    private final EventPublisher events;
    private final StatusPacer pacer;
    private final Optional<ShadowListener> shadow;

    /// @param client its gate decides up to the last moment whether a write may be sent
    /// @param cloud whom the calls of plans go to; without one they fail
    /// @param shadow in shadow mode: nothing is sent, this is told instead
    public PlanExecutor(
            Client client,
            Optional<CloudProvider> cloud,
            OwnWrites ownWrites,
            EventPublisher events,
            Clock clock,
            Optional<ShadowListener> shadow) {
        this.sender = new StepSender(client);
        this.cloud = new CloudCaller(client, cloud);
        this.disk = new DiskChanger(client);
        this.ownWrites = ownWrites;
        this.events = events;
        this.pacer = new StatusPacer(clock);
        this.shadow = shadow;
    }

    /// Executes the groups of a plan in order. After a refusal the later groups are skipped.
    ///
    /// @param reconciled on whose behalf; its next sync waits until the caches show what was written here
    public Outcomes execute(ObjectKey reconciled, Plan plan) throws InterruptedException {
        if (plan.isNothing()) {
            return Outcomes.NONE;
        }
        if (shadow.isPresent()) {
            return withheld(plan, shadow.get());
        }
        var outcomes = new ArrayList<Outcome>();
        var refused = false;
        for (var group : plan.groups()) {
            var steps = single(group.steps());
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

    /// From now on every status is written at once: there may be no later change that takes it along.
    public void stopDelayingStatus() {
        pacer.stopDelaying();
    }

    /// The object of this key is gone.
    public void forget(ObjectKey reconciled) {
        ownWrites.forget(reconciled);
        pacer.forget(reconciled);
    }

    private static Outcomes withheld(Plan plan, ShadowListener shadow) {
        plan.steps().forEach(shadow::withheld);
        return new Outcomes(plan.groups().stream()
                .flatMap(group -> single(group.steps()).stream())
                .<Outcome>map(Outcome.Withheld::new)
                .toList());
    }

    private List<Outcome> run(ObjectKey reconciled, StepGroup.Pace pace, List<Step> steps) throws InterruptedException {
        return switch (pace) {
            case TOGETHER -> FanOut.over(steps, WIDTH, step -> execute(reconciled, step));
            case SLOW_START -> inBatches(reconciled, steps, 1, 2);
            case IN_ORDER -> inBatches(reconciled, steps, 1, 1);
            case BY_OBJECT -> byObject(reconciled, steps);
        };
    }

    private List<Outcome> byObject(ObjectKey reconciled, List<Step> steps) throws InterruptedException {
        var objects = steps.stream()
                .collect(Collectors.groupingBy(
                        step -> Map.entry(step.resource(), step.key()), LinkedHashMap::new, Collectors.toList()))
                .values();
        return FanOut.over(List.copyOf(objects), WIDTH, about -> inOrder(reconciled, about)).stream()
                .flatMap(List::stream)
                .toList();
    }

    private List<Outcome> inOrder(ObjectKey reconciled, List<Step> steps) {
        var outcomes = new ArrayList<Outcome>(steps.size());
        var refused = false;
        for (var step : steps) {
            var outcome = refused ? new Outcome.Skipped(step) : execute(reconciled, step);
            outcomes.add(outcome);
            refused |= outcome instanceof Outcome.Refused;
        }
        return outcomes;
    }

    private List<Outcome> inBatches(ObjectKey reconciled, List<Step> steps, int first, int growth)
            throws InterruptedException {
        var outcomes = new ArrayList<Outcome>(steps.size());
        var size = first;
        for (int from = 0; from < steps.size(); ) {
            var batch = steps.subList(from, Math.min(steps.size(), from + size));
            var results = FanOut.over(batch, WIDTH, step -> execute(reconciled, step));
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

    private Outcome execute(ObjectKey reconciled, Step step) {
        return switch (step) {
            case Step.RecordEvent event -> {
                events.publish(event.about(), event.severity(), event.reason(), event.note());
                yield new Outcome.Recorded(event);
            }
            case Step.CallCloud call -> cloud.make(call);
            case Step.ChangeDisk change -> disk.make(change);
            case Step.Write write -> execute(reconciled, write);
        };
    }

    private Outcome execute(ObjectKey reconciled, Step.Write write) {
        if (write.isStatusUpdate()) {
            var delay = pacer.delay(write.key(), write.urgency());
            if (delay.isPresent()) {
                return new Outcome.Postponed(write, delay.get());
            }
        }
        var outcome = sender.send(write);
        if (outcome instanceof Outcome.Applied(var _, var result)) {
            remember(reconciled, write, result);
        }
        write.event().ifPresent(template -> publish(template, outcome));
        return outcome;
    }

    private void remember(ObjectKey reconciled, Step.Write write, WriteResult result) {
        if (write.isStatusUpdate()) {
            pacer.wrote(write.key());
        }
        switch (write.operation()) {
            case Operation.Create _, Operation.Update _, Operation.Patch _ ->
                ownWrites.wrote(reconciled, write.resource(), result.resourceVersion());
            case Operation.Delete delete ->
                ownWrites.deleted(reconciled, delete.resource(), delete.key(), delete.uid());
            case Operation.DeleteCollection _, Operation.Get _, Operation.ListObjects _, Operation.Watch _ -> {}
        }
    }

    private void publish(Step.EventTemplate template, Outcome outcome) {
        if (outcome instanceof Outcome.Applied applied
                && !template.reasonWhenDone().isEmpty()) {
            events.publish(
                    template.about(),
                    Step.Severity.NORMAL,
                    template.reasonWhenDone(),
                    template.noteWhenDone().replace("%s", applied.name()));
        } else if (outcome instanceof Outcome.Refused refused
                && !template.reasonWhenRefused().isEmpty()) {
            events.publish(
                    template.about(),
                    Step.Severity.WARNING,
                    template.reasonWhenRefused(),
                    template.noteWhenRefused().replace("%s", refused.because().message()));
        }
    }

    /// Each step as often as it is to be done.
    private static List<Step> single(List<Step> steps) {
        var single = new ArrayList<Step>(steps.size());
        for (var step : steps) {
            if (step instanceof Step.Write write && write.count() > 1) {
                single.addAll(Collections.nCopies(write.count(), write.times(1)));
            } else {
                single.add(step);
            }
        }
        return single;
    }
}
