package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.HostPathVolumeSource;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.runtime.disk.DiskChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Directories on the machine that this program runs on, for clusters of one node that try things out.
///
/// A directory is named after its claim, so that a provisioning that a crash cut short is finished in the same one.
record HostPathPlugin(boolean isProvisioning, RecyclerPods recyclers)
        implements VolumePlugin, VolumePlugin.Provisioner, VolumePlugin.Deleter {
    static final String NAME = "kubernetes.io/host-path";

    private static final Path TEMPORARY = Path.of("/tmp");
    private static final Path PROVISIONED = TEMPORARY.resolve("hostpath_pv");
    private static final List<String> DEFAULT_MODES = List.of("ReadWriteOnce");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(PersistentVolume volume) {
        return volume.spec().hostPath().isPresent();
    }

    @Override
    public Pod recycler(PersistentVolume volume) {
        var path = volume.spec().hostPath().map(HostPathVolumeSource::path).orElse("");
        return recyclers.of(volume, source -> source.hostPath(hostPath -> hostPath.path(path)));
    }

    @Override
    public Optional<Provisioner> provisioner() {
        return Optional.of(this);
    }

    @Override
    public Optional<String> disabledReason() {
        return isProvisioning
                ? Optional.empty()
                : Optional.of("provisioning in volume plugin \"%s\" is disabled".formatted(NAME));
    }

    @Override
    public Optional<String> refusal(PersistentVolumeClaim claim) {
        return StorageFacts.modeOf(claim).equals("Block")
                ? Optional.of(NAME + " does not support block volume provisioning")
                : Optional.empty();
    }

    @Override
    public Provisioned provision(PersistentVolumeClaim claim) {
        var path = PROVISIONED.resolve(claim.uid());
        var modes = claim.spec().accessModes();
        var volume = PersistentVolume.builder()
                .metadata(metadata ->
                        metadata.annotations(Map.of(Annotations.CREATED_BY, "hostpath-dynamic-provisioner")))
                .spec(spec -> spec.accessModes(modes.isEmpty() ? DEFAULT_MODES : modes)
                        .capacity(Map.of(StorageFacts.STORAGE, StorageFacts.requestOf(claim)))
                        .hostPath(source -> source.path(path.toString())))
                .build();
        return new Provisioned(new DiskChange.CreateDirectory(path), volume);
    }

    @Override
    public Optional<Deleter> deleter() {
        return Optional.of(this);
    }

    /// Only what is beneath the directory for temporary files. Upstream's pattern is not anchored and lets any path
    /// pass with `/tmp/` somewhere in it; nothing is worth deleting something else by that.
    @Override
    public Optional<String> refusal(PersistentVolume volume) {
        var source = volume.spec().hostPath();
        if (source.isEmpty()) {
            return Optional.of("failed to create deleter for volume \"%s\": spec.PersistentVolumeSource.HostPath is nil"
                    .formatted(volume.name()));
        }
        var path = path(volume);
        return path.startsWith(TEMPORARY) && !path.equals(TEMPORARY)
                ? Optional.empty()
                : Optional.of("host_path deleter only supports /tmp/.+ but received provided "
                        + source.get().path());
    }

    @Override
    public DiskChange deletion(PersistentVolume volume) {
        return new DiskChange.DeleteTree(path(volume));
    }

    private static Path path(PersistentVolume volume) {
        return Path.of(volume.spec().hostPath().map(HostPathVolumeSource::path).orElse(""))
                .normalize();
    }
}
