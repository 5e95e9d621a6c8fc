package dev.kcm.controllers;

import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Plans as text, and what may become of them. The one place through which decision tests reach into steps.
public final class PlanText {
    private PlanText() {}

    /// Each step on a line, after the pace of its group: `SLOW_START: create pods web-* x3`.
    public static List<String> steps(Plan plan) {
        return plan.groups().stream()
                .flatMap(group -> group.steps().stream().map(step -> group.pace() + ": " + step.describe()))
                .toList();
    }

    /// The events that announce a step's success or failure: `SuccessfulCreate: Created pod: %s`.
    public static List<String> eventTemplates(Plan plan) {
        return plan.steps()
                .flatMap(step -> event(step).stream())
                .distinct()
                .flatMap(event -> Stream.of(
                        event.reasonWhenDone() + ": " + event.noteWhenDone(),
                        event.reasonWhenRefused() + ": " + event.noteWhenRefused()))
                .toList();
    }

    /// The object of the only step, which creates it.
    public static <T extends KubeObject> T created(Plan plan, Class<T> type) {
        return type.cast(((Step.Create<?>) onlyStep(plan)).object());
    }

    /// The object whose status the only step writes.
    public static <T extends KubeObject> T withWrittenStatus(Plan plan, Class<T> type) {
        return type.cast(statusWrite(plan).object());
    }

    public static Step.Urgency urgency(Plan plan) {
        return statusWrite(plan).urgency();
    }

    /// The JSON of the only step, which patches.
    public static String patch(Plan plan) {
        return ((Step.Patch) onlyStep(plan)).patch().toString();
    }

    public static Outcomes allApplied(Plan plan) {
        return new Outcomes(plan.steps()
                .<Outcome>map(step -> new Outcome.Applied(step, new WriteResult(ObjectKey.of("shop", "x"), "uid", "2")))
                .toList());
    }

    public static Outcomes allRefused(Plan plan, int code, String message) {
        var failure = ApiFailure.of(Status.builder().code(code).message(message).build());
        return new Outcomes(plan.steps()
                .<Outcome>map(step -> new Outcome.Refused(step, failure))
                .toList());
    }

    private static Optional<Step.EventTemplate> event(Step step) {
        return switch (step) {
            case Step.Create<?> create -> create.event();
            case Step.Update<?> update -> update.event();
            case Step.Delete delete -> delete.event();
            default -> Optional.empty();
        };
    }

    private static Step.WriteStatus<?> statusWrite(Plan plan) {
        return (Step.WriteStatus<?>) onlyStep(plan);
    }

    private static Step onlyStep(Plan plan) {
        var steps = plan.steps().toList();
        if (steps.size() != 1) {
            throw new AssertionError("not one step: " + steps(plan));
        }
        return steps.getFirst();
    }
}
