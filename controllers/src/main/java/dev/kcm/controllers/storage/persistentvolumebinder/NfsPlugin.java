package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.Pod;

/// Shares of an NFS server, which this program scrubs and neither makes nor deletes.
record NfsPlugin(RecyclerPods recyclers) implements VolumePlugin {
    static final String NAME = "kubernetes.io/nfs";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(PersistentVolume volume) {
        return volume.spec().nfs().isPresent();
    }

    @Override
    public Pod recycler(PersistentVolume volume) {
        var share = volume.spec().nfs().orElseThrow();
        return recyclers.of(
                volume, source -> source.nfs(nfs -> nfs.server(share.server()).path(share.path())));
    }
}
