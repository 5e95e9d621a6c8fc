package dev.kcm.controllers.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.UncountedTerminatedPods;
import dev.kcm.model.lean.LeanPod;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Every pod a status ever listed. A pod enters a list once in its life, while it holds the
/// finalizer, and leaves it into the counter once, when it does not hold it any more.
final class Ledger {
    private final Set<String> succeeded = new HashSet<>();
    private final Set<String> failed = new HashSet<>();

    int succeededCount() {
        return succeeded.size();
    }

    int failedCount() {
        return failed.size();
    }

    /// How many successes there are, written down or not.
    int successes(Collection<LeanPod> pods) {
        var all = new HashSet<>(succeeded);
        pods.stream()
                .filter(JobPods::hasSucceeded)
                .filter(JobPods::isTracked)
                .map(LeanPod::uid)
                .filter(uid -> !failed.contains(uid))
                .forEach(all::add);
        return all.size();
    }

    boolean accountsFor(LeanPod pod, Job job) {
        var index = JobPods.completionIndex(pod);
        return succeeded.contains(pod.uid())
                || failed.contains(pod.uid())
                || (JobSettings.isIndexed(job)
                        && JobPods.hasSucceeded(pod)
                        && Indexes.parse(job.status().completedIndexes(), JobSettings.indexCount(job))
                                .has(index.orElse(-1)));
    }

    void check(Job before, Job after, Collection<LeanPod> pods) {
        var held = pods.stream().filter(JobPods::isTracked).map(LeanPod::uid).collect(Collectors.toSet());
        var old = listed(before);
        var now = listed(after);
        enter(old.succeeded(), now.succeeded(), held, succeeded);
        enter(old.failed(), now.failed(), held, failed);
        assertThat(Collections.disjoint(succeeded, failed))
                .as("listed one way only")
                .isTrue();
        int successes = leave(old.succeeded(), now.succeeded(), held);
        int failures = leave(old.failed(), now.failed(), held);
        assertThat(after.status().failed() - before.status().failed())
                .as("failed counter")
                .isEqualTo(failures);
        if (!JobSettings.isIndexed(before)) {
            assertThat(after.status().succeeded() - before.status().succeeded())
                    .as("succeeded counter")
                    .isEqualTo(successes);
        }
        assertThat(now.succeeded().size() + now.failed().size())
                .isLessThanOrEqualTo(FinishedPodAccounting.MOST_UNCOUNTED);
    }

    private static void enter(List<String> old, List<String> now, Set<String> held, Set<String> everListed) {
        var entering = new HashSet<>(now);
        entering.removeAll(old);
        for (var uid : entering) {
            assertThat(held).as("listed pods hold the finalizer").contains(uid);
            assertThat(everListed.add(uid)).as(uid + " was never listed before").isTrue();
        }
    }

    private static int leave(List<String> old, List<String> now, Set<String> held) {
        var leaving = new HashSet<>(old);
        leaving.removeAll(now);
        assertThat(Collections.disjoint(held, leaving))
                .as("counted pods hold no finalizer")
                .isTrue();
        return leaving.size();
    }

    private static UncountedTerminatedPods listed(Job job) {
        return job.status().uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
    }
}
