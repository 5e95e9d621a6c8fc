package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.revision.ControllerRevisions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The pods and claims a set creates. Pure.
final class NewPods {
    private NewPods() {}

    static Pod pod(Snapshot snapshot, int ordinal) {
        var settings = snapshot.settings();
        var revision = snapshot.revisions().startsFromCurrent(settings, ordinal)
                ? snapshot.revisions().current()
                : snapshot.revisions().update();
        var set = snapshot.set();
        var name = settings.podName(ordinal);
        var pod = PodTemplates.pod(ControllerRevisions.template(revision), set, OwnerReferences.toController(set));
        return pod.withMetadata(metadata -> metadata.name(name)
                        .putLabels(Labels.POD_NAME, name)
                        .putLabels(Labels.POD_INDEX, Integer.toString(ordinal))
                        .putLabels(Labels.REVISION, revision.name()))
                .withSpec(spec -> spec.hostname(name)
                        .subdomain(set.spec().serviceName())
                        .volumes(volumes(settings, pod, ordinal)));
    }

    /// With the labels of the set's selector, and the owners that decide when it goes.
    static PersistentVolumeClaim claim(Snapshot snapshot, PersistentVolumeClaim template, int ordinal) {
        var set = snapshot.set();
        var labels = new TreeMap<>(template.labels());
        set.spec().selector().ifPresent(selector -> labels.putAll(selector.matchLabels()));
        return template.withMetadata(
                metadata -> metadata.name(snapshot.settings().claimName(template, ordinal))
                        .namespace(set.namespace())
                        .labels(labels)
                        .ownerReferences(snapshot.retention().ofNewClaim()));
    }

    /// Those of the claims, and those of the template that have other names.
    private static List<Volume> volumes(SetSettings settings, Pod pod, int ordinal) {
        var templates = settings.set().spec().volumeClaimTemplates();
        var names = templates.stream().map(PersistentVolumeClaim::name).collect(Collectors.toSet());
        var volumes = new ArrayList<Volume>();
        for (var template : templates) {
            volumes.add(Volume.builder()
                    .name(template.name())
                    .persistentVolumeClaim(source -> source.claimName(settings.claimName(template, ordinal)))
                    .build());
        }
        pod.spec().volumes().stream()
                .filter(volume -> !names.contains(volume.name()))
                .forEach(volumes::add);
        return volumes;
    }
}
