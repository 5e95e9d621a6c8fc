package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.value.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Pods that delete what is on a volume, each with the name of its volume.
record RecyclerPods(Pod template, int minimumTimeout, int timeoutIncrement) {
    private static final String PREFIX = "recycler-for-";
    private static final String DEFAULT_NAMESPACE = "default";
    private static final long GIBIBYTE = Quantity.parse("1Gi").value();

    static RecyclerPods of(RecyclerOptions options) {
        return new RecyclerPods(
                RecyclerTemplate.load(options.podTemplateFile()), options.minimumTimeout(), options.timeoutIncrement());
    }

    Pod of(PersistentVolume volume, Consumer<Volume.Builder> source) {
        var volumes = new ArrayList<>(template.spec().volumes());
        var scrubbed = Volume.builder().name(volumes.getFirst().name());
        source.accept(scrubbed);
        volumes.set(0, scrubbed.build());
        return template.withMetadata(metadata ->
                        metadata.name(PREFIX + volume.name()).generateName("").namespace(namespace()))
                .withSpec(spec -> spec.volumes(List.copyOf(volumes)).activeDeadlineSeconds(timeout(volume)));
    }

    ObjectKey keyOf(PersistentVolume volume) {
        return ObjectKey.of(namespace(), PREFIX + volume.name());
    }

    /// The volume that a pod of this name scrubs, if it has such a name.
    static Optional<String> volumeOf(String pod) {
        return pod.startsWith(PREFIX) ? Optional.of(pod.substring(PREFIX.length())) : Optional.empty();
    }

    private String namespace() {
        return template.namespace().isEmpty() ? DEFAULT_NAMESPACE : template.namespace();
    }

    private long timeout(PersistentVolume volume) {
        long gibibytes = StorageFacts.capacityOf(volume).value() / GIBIBYTE;
        return Math.max(minimumTimeout, gibibytes * timeoutIncrement);
    }
}
