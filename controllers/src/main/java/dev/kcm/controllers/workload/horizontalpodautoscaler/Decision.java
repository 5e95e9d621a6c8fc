package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.MetricStatus;
import java.util.List;
import java.util.Optional;

/// What a sync comes to, before the target is scaled.
///
/// @param end how far it came
/// @param current replicas the target has, and `desired` what it shall have
/// @param reason of the rescale
/// @param warnings events to record
/// @param error what went wrong, also where the target is scaled all the same
/// @param why for people
record Decision(
        End end,
        int current,
        int desired,
        String reason,
        ConditionList conditions,
        List<MetricStatus> metrics,
        List<Warning> warnings,
        Optional<SyncError> error,
        Optional<ScaleHistory> history,
        List<MetricProposal> proposals,
        String why) {

    enum End {
        /// The target could not be read.
        NO_TARGET,
        /// The metrics say nothing.
        NO_PROPOSAL,
        /// The target stays as it is.
        STAYS,
        /// The target is to be scaled.
        RESCALES
    }

    record Warning(String reason, String message) {}

    record SyncError(String message, boolean isOfSpec) {}

    static Decision of(Snapshot snapshot) {
        return switch (snapshot.target()) {
            case ScaleTarget.Unknown unknown -> withoutTarget(snapshot, unknown);
            case ScaleTarget.Found(var _, var scale) -> withTarget(snapshot, scale);
        };
    }

    private static Decision withoutTarget(Snapshot snapshot, ScaleTarget.Unknown unknown) {
        var conditions = conditions(snapshot)
                .with(
                        ConditionTypes.ABLE_TO_SCALE,
                        false,
                        Reasons.FAILED_GET_SCALE,
                        "the HPA controller was unable to get the target's current scale: " + unknown.error());
        return new Decision(
                End.NO_TARGET,
                0,
                0,
                "",
                conditions,
                List.of(),
                List.of(new Warning(Reasons.FAILED_GET_SCALE, unknown.error())),
                Optional.of(new SyncError(unknown.error(), unknown.isOfSpec())),
                snapshot.state().history(),
                List.of(),
                "waits for its target's scale: " + unknown.error());
    }

    private static Decision withTarget(Snapshot snapshot, Scale scale) {
        int current = scale.spec().replicas();
        var conditions = conditions(snapshot)
                .with(
                        ConditionTypes.ABLE_TO_SCALE,
                        true,
                        Reasons.SUCCEEDED_GET_SCALE,
                        "the HPA controller was able to get the target's current scale");
        var history = snapshot.state().history().orElseGet(() -> ScaleHistory.startingAt(current, snapshot.now()));
        return switch (ScalingBounds.of(
                snapshot.autoscaler(), current, snapshot.policy().scalesToZero())) {
            case ScalingBounds.Disabled() -> disabled(snapshot, current, conditions, history);
            case ScalingBounds.GoTo(var bound, var reason) ->
                new Decision(
                        End.RESCALES,
                        current,
                        bound,
                        reason,
                        conditions,
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(history),
                        List.of(),
                        "scales from %d to %d: %s".formatted(current, bound, reason));
            case ScalingBounds.AskMetrics() ->
                new MetricsDecision(snapshot, current, conditions, history)
                        .of(snapshot.selection().orElseThrow());
        };
    }

    private static Decision disabled(Snapshot snapshot, int current, ConditionList conditions, ScaleHistory history) {
        var disabled = conditions.with(
                ConditionTypes.SCALING_ACTIVE,
                false,
                Reasons.SCALING_DISABLED,
                "scaling is disabled since the replica count of the target is zero");
        return new Decision(
                End.STAYS,
                current,
                current,
                "",
                snapshot.policy().scalesToZero() ? disabled : disabled.without(ConditionTypes.SCALED_TO_ZERO),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of(history),
                List.of(),
                "waits for somebody to scale its target up from zero");
    }

    private static ConditionList conditions(Snapshot snapshot) {
        return new ConditionList(snapshot.autoscaler().status().conditions(), snapshot.now());
    }

    boolean rescales() {
        return end == End.RESCALES;
    }
}
