package dev.kcm.controllers.workload.job;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import java.util.Optional;

/// How often an index failed. Each pod carries the count of those before it in annotations, which
/// is why a failed pod is kept until its successor exists.
record IndexFailures(int counted, int ignored) {
    private static final IndexFailures NONE = new IndexFailures(0, 0);

    /// What the annotations of a new pod say.
    static IndexFailures before(Job job, Optional<LeanPod> replaced) {
        return replaced.map(pod -> {
                    var earlier = of(pod);
                    return FailurePolicy.of(job, pod).counts()
                            ? new IndexFailures(earlier.counted + 1, earlier.ignored)
                            : new IndexFailures(earlier.counted, earlier.ignored + 1);
                })
                .orElse(NONE);
    }

    /// Failures before this pod, whether they counted or not.
    static int all(LeanPod pod) {
        var earlier = of(pod);
        return earlier.counted + earlier.ignored;
    }

    /// Whether this pod's failure is the one too many for its index.
    static boolean isLast(Job job, LeanPod pod) {
        if (!JobPods.hasFailed(job, pod)) {
            return false;
        }
        var handling = FailurePolicy.of(job, pod);
        return handling.failsIndex()
                || (handling.counts()
                        && of(pod).counted >= job.spec().backoffLimitPerIndex().orElse(0));
    }

    private static IndexFailures of(LeanPod pod) {
        return new IndexFailures(
                count(pod, Annotations.INDEX_FAILURES), count(pod, Annotations.INDEX_IGNORED_FAILURES));
    }

    private static int count(LeanPod pod, String annotation) {
        var written = pod.annotations().get(annotation);
        return written == null ? 0 : AnnotationNumbers.parse(written).orElse(0);
    }
}
