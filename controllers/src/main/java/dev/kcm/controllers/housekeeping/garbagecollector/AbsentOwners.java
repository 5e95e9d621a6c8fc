package dev.kcm.controllers.housekeeping.garbagecollector;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Owners that are known not to exist, and why they went if that is known; a uid never comes back.
/// Bounded: the least recently used are forgotten, and read from the server when needed.
final class AbsentOwners {
    private static final int CAPACITY = 500;

    private final Map<ObjectIdentity, String> reasons = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectIdentity, String> eldest) {
            return size() > CAPACITY;
        }
    };

    /// @param because empty when it is not known
    void add(ObjectIdentity owner, String because) {
        reasons.merge(owner, because, (known, latest) -> latest.isEmpty() ? known : latest);
    }

    /// The reason an owner is absent (perhaps an empty one), if it is known to be: as one in this
    /// very namespace, or in none.
    Optional<String> reason(ObjectIdentity owner) {
        return Optional.ofNullable(reasons.get(owner)).or(() -> Optional.ofNullable(reasons.get(owner.in(""))));
    }
}
