package dev.kcm.controllers.shared.revisions;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.RawJson;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The revisions an owner controls and its selector matches, oldest first.
public record RevisionHistory(List<ControllerRevision> revisions) {
    /// By the uid of the owner marked as controller, orphans by their namespace.
    public static final Index<ControllerRevision> BY_CONTROLLER =
            Index.byController(ControllerRevision.CONTROLLER_REVISIONS);

    private static final Comparator<ControllerRevision> OLDEST_FIRST = Comparator.comparingLong(
                    ControllerRevision::revision)
            .thenComparing(revision -> revision.metadata().creationTimestamp().orElse(Instant.MIN))
            .thenComparing(ControllerRevision::name);

    public RevisionHistory {
        revisions = revisions.stream().sorted(OLDEST_FIRST).toList();
    }

    public static RevisionHistory of(KubeObject owner, Selector selector, Store<ControllerRevision> store) {
        return new RevisionHistory(store.byIndex(BY_CONTROLLER, owner.uid()).stream()
                .filter(revision -> selector.matches(revision.labels()))
                .toList());
    }

    /// Revisions that nobody controls and the selector matches: an owner that was deleted without its dependents left
    /// them.
    public static List<ControllerRevision> orphans(
            KubeObject owner, Selector selector, Store<ControllerRevision> store) {
        return store.byIndex(BY_CONTROLLER, Index.orphansIn(owner.namespace())).stream()
                .filter(revision -> !revision.isDeleting() && selector.matches(revision.labels()))
                .toList();
    }

    public Optional<ControllerRevision> newest() {
        return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.getLast());
    }

    /// The number of the next one.
    public long nextNumber() {
        return newest().map(revision -> revision.revision() + 1).orElse(1L);
    }

    public Optional<ControllerRevision> named(String name) {
        return revisions.stream()
                .filter(revision -> revision.name().equals(name))
                .findFirst();
    }

    /// The newest with exactly this data.
    public Optional<ControllerRevision> newestWith(RawJson data) {
        return revisions.reversed().stream()
                .filter(revision -> revision.data().equals(data))
                .findFirst();
    }

    /// The oldest of those nobody needs, if there are more than `limit` of them; a negative limit keeps all.
    ///
    /// @param live the names of those that are needed
    public List<ControllerRevision> surplus(Set<String> live, int limit) {
        var unneeded = revisions.stream()
                .filter(revision -> !live.contains(revision.name()))
                .toList();
        return limit < 0 || unneeded.size() <= limit ? List.of() : unneeded.subList(0, unneeded.size() - limit);
    }
}
