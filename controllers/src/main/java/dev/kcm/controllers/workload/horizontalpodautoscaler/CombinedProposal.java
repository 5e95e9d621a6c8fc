package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricStatus;
import java.util.List;
import java.util.Optional;

/// What all metrics of an autoscaler together ask for: the most that any does. One that cannot be read may not be
/// the one that would have kept the target large, so then nothing is scaled down.
///
/// @param replicas empty if nothing can be said
/// @param metric what asked for the most
/// @param statuses one for each metric, empty ones for those that failed
/// @param failures those that failed, in order
record CombinedProposal(
        Optional<Integer> replicas, String metric, List<MetricStatus> statuses, List<MetricProposal.Failed> failures) {

    static CombinedProposal of(List<MetricProposal> proposals, int current) {
        int most = 0;
        var metric = "";
        for (var proposal : proposals) {
            if (proposal instanceof MetricProposal.Proposed one && (most == 0 || one.replicas() > most)) {
                most = one.replicas();
                metric = one.name();
            }
        }
        var failures = proposals.stream()
                .filter(MetricProposal.Failed.class::isInstance)
                .map(MetricProposal.Failed.class::cast)
                .toList();
        boolean isUnknown = failures.size() >= proposals.size() || (!failures.isEmpty() && most < current);
        return new CombinedProposal(
                isUnknown ? Optional.empty() : Optional.of(most), metric, statuses(proposals), failures);
    }

    private static List<MetricStatus> statuses(List<MetricProposal> proposals) {
        return proposals.stream()
                .map(proposal -> switch (proposal) {
                    case MetricProposal.Proposed one -> one.status();
                    case MetricProposal.Failed _ -> MetricStatus.EMPTY;
                })
                .toList();
    }

    /// The sync's error, if any metric failed.
    Optional<String> error() {
        return failures.stream()
                .findFirst()
                .map(first -> "invalid metrics (%d invalid out of %d), first error is: %s"
                        .formatted(failures.size(), statuses.size(), first.error()));
    }
}
