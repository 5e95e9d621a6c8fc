package dev.kcm.controllers.workload.horizontalpodautoscaler;

/// Nothing can be worked out from a metric; the message says why, in upstream's words. Made and caught inside one
/// evaluation: what leaves it is a [MetricProposal].
final class MetricFailure extends Exception {
    private static final long serialVersionUID = 1L;

    MetricFailure(String message) {
        super(message, null, false, false);
    }
}
