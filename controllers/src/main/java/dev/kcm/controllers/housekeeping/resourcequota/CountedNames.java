package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.controller.ServedKinds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which kinds a quota has counted, by the names of its resources: `count/` and the kind's
/// qualified name, or one of a few short names from before there was that form.
final class CountedNames {
    /// Counted where they are cached, since a quota counts itself from its first sync on.
    static final String QUOTAS = ResourceQuota.RESOURCE_QUOTAS.qualifiedName();

    static final String DEVICE_CLAIMS = ResourceClaim.RESOURCE_CLAIMS.qualifiedName();
    static final String DEVICE_CLASSES = DeviceClass.DEVICE_CLASSES.qualifiedName();

    private static final Set<String> SHORT = Set.of("configmaps", QUOTAS, "replicationcontrollers", "secrets");

    /// They are watched as they are, since they use more than their number.
    private static final Set<String> COUNTED_ELSEWHERE =
            Set.of(ResourceNames.PODS, ResourceNames.SERVICES, ResourceNames.VOLUME_CLAIMS);

    private static final Set<String> NEEDED = Set.of("create", "delete", "list", "watch");

    /// Events were never counted.
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");

    private CountedNames() {}

    /// The kind whose objects a name counts.
    static Optional<String> kind(String name) {
        if (SHORT.contains(name)) {
            return Optional.of(name);
        }
        return name.startsWith(ResourceNames.COUNT)
                ? Optional.of(name.substring(ResourceNames.COUNT.length()))
                        .filter(kind -> !COUNTED_ELSEWHERE.contains(kind))
                : Optional.empty();
    }

    /// The kinds to follow for these names.
    ///
    /// @param extendedResources whether pods may ask for devices as extended resources
    static Set<String> kinds(Set<String> names, boolean extendedResources) {
        var kinds = names.stream().flatMap(name -> kind(name).stream()).collect(Collectors.toCollection(HashSet::new));
        kinds.remove(QUOTAS);
        if (names.stream().anyMatch(DeviceClaimEvaluator::isOfDeviceClass)) {
            kinds.add(DEVICE_CLAIMS);
        }
        if (extendedResources && names.stream().anyMatch(PodEvaluator::isRequestOfExtendedResource)) {
            kinds.addAll(List.of(DEVICE_CLAIMS, DEVICE_CLASSES));
        }
        return kinds;
    }

    /// Those of the wanted kinds that are served and can be counted; of groups that did not answer
    /// those that were known before.
    static Set<Resource<?>> served(Set<String> wanted, ServedKinds served, Set<Resource<?>> knownBefore) {
        var answered = served.preferred().stream().filter(CountedNames::isCountable);
        var silent = knownBefore.stream().filter(kind -> served.failures().containsKey(kind.apiVersion()));
        return Stream.concat(answered, silent)
                .filter(kind -> wanted.contains(kind.qualifiedName()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether a change of the number of such objects may change what is used of this.
    static boolean isAbout(String name, Resource<?> kind) {
        var qualified = kind.qualifiedName();
        return kind(name).filter(qualified::equals).isPresent()
                || (qualified.equals(DEVICE_CLAIMS)
                        && (DeviceClaimEvaluator.isOfDeviceClass(name)
                                || PodEvaluator.isRequestOfExtendedResource(name)));
    }

    private static boolean isCountable(Resource<?> kind) {
        return (kind.isNamespaced() || kind.qualifiedName().equals(DEVICE_CLASSES))
                && kind.verbs().containsAll(NEEDED)
                && !IGNORED.contains(kind.qualifiedName());
    }
}
