package dev.kcm.testing.trajectory;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import java.util.function.Consumer;

/// No two live pods run the same index of a Job. Where `podReplacementPolicy` is `Failed`, one that terminates lives,
/// too.
final class OnePodPerIndex implements Invariant {
    private static final String NAME = "one-pod-per-index";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.isAddition()
                || world.userWrites().created(pod)) {
            return;
        }
        var index = pod.annotations().get(INDEX);
        if (index == null) {
            return;
        }
        world.controllerOf(pod, Job.class)
                .ifPresent(job -> world.controlled(job.uid(), Pod.class).stream()
                        .filter(other -> !other.uid().equals(pod.uid()))
                        .filter(other -> index.equals(other.annotations().get(INDEX)))
                        .filter(other -> occupies(other, job))
                        .forEach(other -> violations.accept(Violation.of(
                                NAME,
                                job,
                                "pod %s was created for index %s, which %s still runs"
                                        .formatted(pod.name(), index, other.name()),
                                change))));
    }

    private static boolean occupies(Pod pod, Job job) {
        return waitsForTermination(job) ? !PodFacts.isFinished(pod) : PodFacts.isLive(pod);
    }

    private static boolean waitsForTermination(Job job) {
        return job.spec()
                .podReplacementPolicy()
                .map("Failed"::equals)
                .orElse(job.spec().podFailurePolicy().isPresent());
    }
}
