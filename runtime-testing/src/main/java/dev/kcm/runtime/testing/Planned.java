package dev.kcm.runtime.testing;

import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cloud.CloudAnswer;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.disk.DiskChange;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a plan holds, read in the terms of a test: `in(plan).created(Pod.class)`.
///
/// @param plan one that was decided, or settled on
public record Planned(Plan plan) {
    private static final String STATUS = "status";

    public static Planned in(Plan plan) {
        return new Planned(plan);
    }

    /// Each step on a line, after the pace of its group: `SLOW_START: create pods web-* x3`.
    public List<String> lines() {
        return plan.groups().stream()
                .flatMap(group -> group.steps().stream().map(step -> group.pace() + ": " + step.describe()))
                .toList();
    }

    /// The objects to be created; one that is to be created several times stands here once.
    public <T extends KubeObject> List<T> created(Class<T> type) {
        return operations(Operation.Create.class)
                .map(create -> type.cast(create.object()))
                .toList();
    }

    /// The objects of this type that replace present ones, other than statuses.
    public <T extends KubeObject> List<T> updated(Class<T> type) {
        return operations(Operation.Update.class)
                .filter(update -> !update.target().subresource().equals(STATUS))
                .filter(update -> type.isInstance(update.object()))
                .map(update -> type.cast(update.object()))
                .toList();
    }

    /// The objects of this type whose status is to be written.
    public <T extends KubeObject> List<T> statuses(Class<T> type) {
        return operations(Operation.Update.class)
                .filter(update -> update.target().subresource().equals(STATUS))
                .filter(update -> type.isInstance(update.object()))
                .map(update -> type.cast(update.object()))
                .toList();
    }

    public List<Operation.Delete> deletes() {
        return operations(Operation.Delete.class).toList();
    }

    public List<Operation.Patch> patches() {
        return operations(Operation.Patch.class).toList();
    }

    /// The names of the objects that operations of this kind are about, in order.
    public List<String> names(Class<? extends Operation> kind) {
        return operations(kind).map(operation -> operation.key().name()).toList();
    }

    public List<Step.RecordEvent> events() {
        return plan.steps()
                .filter(Step.RecordEvent.class::isInstance)
                .map(Step.RecordEvent.class::cast)
                .toList();
    }

    /// The events of writes, when done and when refused: `SuccessfulCreate: Created pod: %s`.
    public List<String> eventTemplates() {
        return writes().stream()
                .flatMap(write -> write.event().stream())
                .distinct()
                .flatMap(event -> Stream.of(
                        event.reasonWhenDone() + ": " + event.noteWhenDone(),
                        event.reasonWhenRefused() + ": " + event.noteWhenRefused()))
                .toList();
    }

    /// The calls of the cloud, in order.
    public List<CloudCall> calls() {
        return plan.steps()
                .filter(Step.CallCloud.class::isInstance)
                .map(step -> ((Step.CallCloud) step).call())
                .toList();
    }

    /// The changes on disk, in order.
    public List<DiskChange> diskChanges() {
        return plan.steps()
                .filter(Step.ChangeDisk.class::isInstance)
                .map(step -> ((Step.ChangeDisk) step).change())
                .toList();
    }

    /// Every write, with its event template and urgency.
    public List<Step.Write> writes() {
        return plan.steps()
                .filter(Step.Write.class::isInstance)
                .map(Step.Write.class::cast)
                .toList();
    }

    /// The one write there is.
    public Step.Write onlyWrite() {
        return only(writes());
    }

    /// The one step there is, an operation of this kind.
    public <O extends Operation> O only(Class<O> kind) {
        var steps = plan.steps().toList();
        return only(steps)
                .as(kind)
                .orElseThrow(() -> new AssertionError("Not a %s: %s"
                        .formatted(kind.getSimpleName(), steps.getFirst().describe())));
    }

    /// What becomes of the plan when the server, and the cloud, do everything they are asked for.
    public Outcomes allApplied() {
        return answered(_ -> new CloudAnswer.Done());
    }

    /// The same where it matters what the cloud says.
    public Outcomes answered(Function<CloudCall, CloudAnswer> cloud) {
        return outcomes(
                write -> new Outcome.Applied(write, new WriteResult(write.key(), "uid", "2")),
                step -> new Outcome.Answered(step, cloud.apply(step.call())),
                Outcome.DiskChanged::new);
    }

    /// What becomes of the plan when the server, the cloud and the disk refuse everything.
    public Outcomes allRefused(ApiFailure failure) {
        return outcomes(
                write -> new Outcome.Refused(write, failure),
                call -> new Outcome.Refused(call, failure),
                change -> new Outcome.Refused(change, failure));
    }

    private Outcomes outcomes(
            Function<Step.Write, Outcome> ofWrite,
            Function<Step.CallCloud, Outcome> ofCall,
            Function<Step.ChangeDisk, Outcome> ofChange) {
        return new Outcomes(plan.steps()
                .map(step -> switch (step) {
                    case Step.Write write -> ofWrite.apply(write);
                    case Step.CallCloud call -> ofCall.apply(call);
                    case Step.ChangeDisk change -> ofChange.apply(change);
                    case Step.RecordEvent event -> new Outcome.Recorded(event);
                })
                .toList());
    }

    private <T extends Step> T only(List<T> steps) {
        if (steps.size() != 1) {
            throw new AssertionError("Expected one step, but the plan (%s) has %s"
                    .formatted(plan.why(), steps.stream().map(Step::describe).toList()));
        }
        return steps.getFirst();
    }

    private <O extends Operation> Stream<O> operations(Class<O> kind) {
        return plan.steps().flatMap(step -> step.as(kind).stream());
    }
}
