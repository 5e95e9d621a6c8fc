package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.selector.Operator;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.cache.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The volumes that a claim may get, found without going over those that it may not: volumes that differ in what must
/// be equal are kept apart, the others in the order of their size.
final class AvailableVolumes {
    private static final BySize<PersistentVolume> NONE = BySize.empty(StorageFacts::capacityOf);

    /// Volumes that nobody has or is promised, in the order of their size.
    static final Tally<PersistentVolume, BySize<PersistentVolume>> BY_SHELF = new Tally<>(
            PersistentVolume.PERSISTENT_VOLUMES,
            "available volumes by size",
            AvailableVolumes::shelves,
            NONE,
            BySize::with,
            (volumes, volume) -> {
                var left = volumes.without(volume);
                return left.isEmpty() ? NONE : left;
            });

    /// Volumes that point at a claim, by that claim's key.
    static final Index<PersistentVolume> BY_CLAIM = new Index<>(
            PersistentVolume.PERSISTENT_VOLUMES,
            "claim",
            volume -> StorageFacts.claimOf(volume).map(List::of).orElse(List.of()));

    /// Where volumes of one kind are kept: all of them on one shelf for each set of access modes, and once more on one
    /// for each label, for claims that select.
    private record Shelf(VolumeKind kind, AccessModes modes, Optional<Map.Entry<String, String>> label) {}

    private AvailableVolumes() {}

    /// The volume for a claim: for the fewest access modes that will do, one that points at the claim already, else the
    /// smallest that is large enough. A delayed claim gets only one that points at it.
    static Optional<PersistentVolume> matching(
            PersistentVolumeClaim claim, boolean isDelayed, Store<PersistentVolume> volumes, WrittenVolumes written) {
        var promised = volumes.byIndex(BY_CLAIM, claim.key()).stream()
                .filter(volume -> StorageFacts.pointsAt(volume, claim) && isUsable(volume, claim))
                .toList();
        if (isDelayed && promised.isEmpty()) {
            return Optional.empty();
        }
        // The API server lets no invalid selector through.
        var selector = claim.spec()
                .selector()
                .map(it -> Selector.ifValid(it).orElseGet(Selector::nothing))
                .orElseGet(Selector::everything);
        for (var modes : AccessModes.of(claim.spec().accessModes()).supersets()) {
            var found = promised.stream()
                    .filter(volume ->
                            AccessModes.of(volume.spec().accessModes()).equals(modes))
                    .min((one, other) -> one.name().compareTo(other.name()))
                    .or(() -> isDelayed ? Optional.empty() : best(claim, modes, selector, volumes, written));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<PersistentVolume> best(
            PersistentVolumeClaim claim,
            AccessModes modes,
            Selector selector,
            Store<PersistentVolume> volumes,
            WrittenVolumes written) {
        var shelf = new Shelf(VolumeKind.of(claim), modes, requiredLabel(selector));
        return volumes.tallied(BY_SHELF, shelf)
                .smallest(
                        StorageFacts.requestOf(claim),
                        volume -> selector.matches(volume.labels()) && !written.isBehind(volume));
    }

    /// What is asked even of a volume that points at the claim.
    private static boolean isUsable(PersistentVolume volume, PersistentVolumeClaim claim) {
        return StorageFacts.capacityOf(volume).compareTo(StorageFacts.requestOf(claim)) >= 0
                && StorageFacts.modeOf(volume).equals(StorageFacts.modeOf(claim))
                && StorageFacts.attributesClassOf(volume).equals(StorageFacts.attributesClassOf(claim))
                && !volume.isDeleting();
    }

    /// A label that every volume the selector matches has.
    private static Optional<Map.Entry<String, String>> requiredLabel(Selector selector) {
        return selector.requirements().stream()
                .filter(it ->
                        it.values().size() == 1 && (it.operator() == Operator.IN || it.operator() == Operator.EQUALS))
                .map(it -> Map.entry(it.key(), it.values().getFirst()))
                .findFirst();
    }

    /// Whether nobody has it or is promised it.
    static boolean isFree(PersistentVolume volume) {
        return volume.status().phase().equals(Phases.AVAILABLE)
                && volume.spec().claimRef().isEmpty()
                && !volume.isDeleting();
    }

    private static List<?> shelves(PersistentVolume volume) {
        if (!isFree(volume)) {
            return List.of();
        }
        var kind = VolumeKind.of(volume);
        var modes = AccessModes.of(volume.spec().accessModes());
        var shelves = new ArrayList<Shelf>(1 + volume.labels().size());
        shelves.add(new Shelf(kind, modes, Optional.empty()));
        volume.labels()
                .forEach((name, value) -> shelves.add(new Shelf(kind, modes, Optional.of(Map.entry(name, value)))));
        return shelves;
    }
}
