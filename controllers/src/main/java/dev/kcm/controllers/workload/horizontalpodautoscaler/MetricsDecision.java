package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the metrics come to, for a target that is within its bounds.
///
/// @param current replicas the target has
record MetricsDecision(Snapshot snapshot, int current, ConditionList conditions, ScaleHistory history) {

    Decision of(Snapshot.Selection selection) {
        return switch (selection) {
            case Snapshot.Unselected unselected -> unselected(unselected);
            case Snapshot.Readings readings -> {
                var proposals = MetricEvaluation.of(snapshot, readings);
                var combined = CombinedProposal.of(proposals, current);
                yield combined.replicas()
                        .map(replicas -> proposed(replicas, combined, proposals))
                        .orElseGet(() -> nothingProposed(combined, proposals));
            }
        };
    }

    private Decision unselected(Snapshot.Unselected fault) {
        return failed(
                conditions.with(
                        ConditionTypes.SCALING_ACTIVE, false, fault.conditionReason(), fault.conditionMessage()),
                List.of(),
                List.of(new Decision.Warning(fault.eventReason(), fault.error())),
                new Decision.SyncError(fault.error(), false),
                List.of());
    }

    private Decision nothingProposed(CombinedProposal combined, List<MetricProposal> proposals) {
        var first = combined.failures().stream().findFirst();
        var told = first.map(failure -> conditions.with(
                        ConditionTypes.SCALING_ACTIVE,
                        false,
                        failure.reason(),
                        "the HPA was unable to compute the replica count: " + failure.cause()))
                .orElse(conditions);
        return failed(
                told,
                combined.statuses(),
                warnings(combined),
                new Decision.SyncError(combined.error().orElse("no metrics are given"), false),
                proposals);
    }

    private Decision failed(
            ConditionList told,
            List<MetricStatus> statuses,
            List<Decision.Warning> warnings,
            Decision.SyncError error,
            List<MetricProposal> proposals) {
        var last = new Decision.Warning(Reasons.FAILED_COMPUTE_METRICS_REPLICAS, error.message());
        return new Decision(
                Decision.End.NO_PROPOSAL,
                current,
                current,
                "",
                told,
                statuses,
                Stream.concat(warnings.stream(), Stream.of(last)).toList(),
                Optional.of(error),
                Optional.of(history),
                proposals,
                "waits for metrics: " + error.message());
    }

    private Decision proposed(int replicas, CombinedProposal combined, List<MetricProposal> proposals) {
        var normal = new Normalization(
                        snapshot.autoscaler(),
                        current,
                        history,
                        snapshot.policy().usualWindow(),
                        snapshot.now())
                .of(replicas);
        int desired = Math.max(normal.desired(), leastFromZero());
        return new Decision(
                desired == current ? Decision.End.STAYS : Decision.End.RESCALES,
                current,
                desired,
                reason(replicas, desired, combined.metric()),
                told(normal, combined.metric()),
                combined.statuses(),
                warnings(combined),
                combined.error().map(error -> new Decision.SyncError(error, false)),
                Optional.of(normal.history()),
                proposals,
                why(replicas, desired, normal, combined));
    }

    /// A target that the autoscaler itself left at zero goes to at least what is now asked for.
    private int leastFromZero() {
        return current == 0
                        && ScalingBounds.isScaledToZero(
                                snapshot.autoscaler(), snapshot.policy().scalesToZero())
                ? Normalization.minReplicas(snapshot.autoscaler())
                : 0;
    }

    private String reason(int replicas, int desired, String metric) {
        return replicas > current
                ? metric + " above target"
                : replicas < current ? "All metrics below target" : desired > current ? ScalingBounds.BELOW_MIN : "";
    }

    private ConditionList told(Normalization.Result normal, String metric) {
        return conditions
                .with(
                        ConditionTypes.SCALING_ACTIVE,
                        true,
                        Reasons.VALID_METRIC_FOUND,
                        "the HPA was able to successfully calculate a replica count from " + metric)
                .with(
                        ConditionTypes.ABLE_TO_SCALE,
                        true,
                        normal.stabilization().reason(),
                        normal.stabilization().message())
                .with(
                        ConditionTypes.SCALING_LIMITED,
                        normal.isLimited(),
                        normal.limit().reason(),
                        normal.limit().message());
    }

    private static List<Decision.Warning> warnings(CombinedProposal combined) {
        return combined.failures().stream()
                .map(failure -> new Decision.Warning(failure.reason(), failure.cause()))
                .toList();
    }

    private String why(int replicas, int desired, Normalization.Result normal, CombinedProposal combined) {
        var asked = "%s asks for %d".formatted(combined.metric(), replicas);
        var heldBack = Stream.of(
                        normal.stabilization().reason().equals(Reasons.READY_FOR_NEW_SCALE)
                                ? ""
                                : normal.stabilization().message(),
                        normal.isLimited() ? normal.limit().message() : "")
                .filter(text -> !text.isEmpty())
                .map(text -> "; " + text)
                .reduce("", String::concat);
        return desired == current
                ? "stays at %d: %s%s".formatted(current, asked, heldBack)
                : "scales from %d to %d: %s%s".formatted(current, desired, asked, heldBack);
    }
}
