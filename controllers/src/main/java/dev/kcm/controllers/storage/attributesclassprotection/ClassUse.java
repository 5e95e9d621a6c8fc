package dev.kcm.controllers.storage.attributesclassprotection;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which claims and volumes name a class. A claim does with the one it asks for, the one its volume has and the one
/// that its volume is being given; all of them count, whatever their phase, until they are gone.
final class ClassUse {
    static final Index<PersistentVolumeClaim> CLAIMS =
            new Index<>(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, "volume attributes class", ClassUse::namedBy);

    static final Index<PersistentVolume> VOLUMES =
            new Index<>(PersistentVolume.PERSISTENT_VOLUMES, "volume attributes class", ClassUse::namedBy);

    private ClassUse() {}

    static List<String> namedBy(PersistentVolumeClaim claim) {
        var status = claim.status();
        return Stream.of(
                        claim.spec().volumeAttributesClassName(),
                        status.currentVolumeAttributesClassName(),
                        status.modifyVolumeStatus().map(it -> it.targetVolumeAttributesClassName()))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    static List<String> namedBy(PersistentVolume volume) {
        return volume.spec()
                .volumeAttributesClassName()
                .filter(name -> !name.isEmpty())
                .map(List::of)
                .orElse(List.of());
    }

    /// The classes that an object named and does not name any more.
    static <T extends KubeObject> WatchMapping<T> watch(Index<T> index) {
        return new WatchMapping<>(index.resource(), List.of(), (change, _, into) -> {
            switch (change) {
                case Change.Deleted<T>(var object) ->
                    index.keysOf().apply(object).forEach(it -> into.accept(key(it)));
                case Change.Updated<T>(var before, var now) -> {
                    var left = index.keysOf().apply(now);
                    index.keysOf().apply(before).stream()
                            .filter(name -> !left.contains(name))
                            .forEach(it -> into.accept(key(it)));
                }
                case Change.Added<T> _, Change.Resynced<T> _ -> {}
            }
        });
    }

    private static ObjectKey key(Object name) {
        return ObjectKey.of((String) name);
    }
}
