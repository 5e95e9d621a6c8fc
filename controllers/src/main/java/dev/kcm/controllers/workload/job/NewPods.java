package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.EnvVar;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The pods a Job creates.
final class NewPods {
    static final String COMPLETION_INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    /// What the server's random suffix leaves of a DNS label.
    private static final int LONGEST_PREFIX = 58;

    private NewPods() {}

    static Step plain(Job job, int count) {
        return Step.create(tracked(job)).times(count).withEvent(event(job));
    }

    static Step indexed(Job job, int index, Optional<LeanPod> replaced) {
        var text = Integer.toString(index);
        var pod = tracked(job)
                .withMetadata(metadata -> metadata.generateName(namePrefix(job.name(), index))
                        .putLabels(Annotations.COMPLETION_INDEX, text)
                        .putAnnotations(Annotations.COMPLETION_INDEX, text))
                .withSpec(spec -> spec.hostname(job.name() + "-" + index));
        var indexed = pod.withSpec(pod.spec().withContainers(indexed(pod.spec().containers())));
        var all = indexed.withSpec(
                indexed.spec().withInitContainers(indexed(pod.spec().initContainers())));
        return Step.create(JobSettings.countsPerIndex(job) ? counting(job, all, replaced) : all)
                .withEvent(event(job));
    }

    /// The name and the index, the name cut where both are too long for a host name.
    static String namePrefix(String job, int index) {
        var suffix = "-" + index + "-";
        return job.length() + suffix.length() <= LONGEST_PREFIX
                ? job + suffix
                : job.substring(0, LONGEST_PREFIX - suffix.length()) + suffix;
    }

    private static Pod tracked(Job job) {
        var pod = PodTemplates.pod(job.spec().template(), job, OwnerReferences.toController(job));
        var finalizers = pod.metadata().finalizers();
        return finalizers.contains(Finalizers.TRACKING)
                ? pod
                : pod.withMetadata(metadata ->
                        metadata.finalizers(Stream.concat(finalizers.stream(), Stream.of(Finalizers.TRACKING))
                                .toList()));
    }

    /// Each container learns its index from a variable, unless it has one of that name.
    private static List<Container> indexed(List<Container> containers) {
        return containers.stream()
                .map(container -> container.env().stream()
                                .anyMatch(variable -> variable.name().equals(COMPLETION_INDEX_VARIABLE))
                        ? container
                        : container.withEnv(withIndex(container.env())))
                .toList();
    }

    private static List<EnvVar> withIndex(List<EnvVar> variables) {
        var all = new ArrayList<>(variables);
        all.add(EnvVar.builder()
                .name(COMPLETION_INDEX_VARIABLE)
                .valueFrom(source -> source.fieldRef(
                        field -> field.fieldPath("metadata.labels['%s']".formatted(Annotations.COMPLETION_INDEX))))
                .build());
        return all;
    }

    private static Pod counting(Job job, Pod pod, Optional<LeanPod> replaced) {
        var failures = IndexFailures.before(job, replaced);
        return pod.withMetadata(metadata -> {
            metadata.putAnnotations(Annotations.INDEX_FAILURES, Integer.toString(failures.counted()));
            if (failures.ignored() > 0) {
                metadata.putAnnotations(Annotations.INDEX_IGNORED_FAILURES, Integer.toString(failures.ignored()));
            }
        });
    }

    private static Optional<Step.EventTemplate> event(Job job) {
        return Optional.of(new Step.EventTemplate(
                job.ref(), Reasons.SUCCESSFUL_CREATE, "Created pod: %s", Reasons.FAILED_CREATE, "Error creating: %s"));
    }
}
