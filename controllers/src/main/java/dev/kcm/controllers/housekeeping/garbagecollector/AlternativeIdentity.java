package dev.kcm.controllers.housekeeping.garbagecollector;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Who else a uid could be, when it is not who it was taken for.
final class AlternativeIdentity {
    private AlternativeIdentity() {}

    /// The next one, in order, that these dependents mean by the uid of `absent`; the first one
    /// after the last. So that each gets its turn.
    static Optional<ObjectIdentity> after(ObjectIdentity absent, List<GraphNode> dependents) {
        var meant = new TreeSet<ObjectIdentity>();
        for (var dependent : dependents) {
            for (var reference : dependent.owners()) {
                if (reference.uid().equals(absent.uid())) {
                    var identity =
                            ObjectIdentity.of(reference, dependent.identity().namespace());
                    meant.add(isOfSameKind(identity, absent) ? identity.in("") : identity);
                }
            }
        }
        meant.remove(absent);
        var next = meant.higher(absent);
        return Optional.ofNullable(next != null || meant.isEmpty() ? next : meant.first());
    }

    /// The absent one was looked for in no namespace, so its kind has none.
    private static boolean isOfSameKind(ObjectIdentity identity, ObjectIdentity absent) {
        return absent.isClusterWide()
                && identity.kind().equals(absent.kind())
                && identity.apiVersion().equals(absent.apiVersion());
    }
}
