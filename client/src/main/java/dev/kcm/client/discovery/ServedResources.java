package dev.kcm.client.discovery;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What a server served at one moment, versions in the order it prefers them. Immutable.
public final class ServedResources {
    private final List<Resource<DynamicObject>> all;
    private final Map<String, List<String>> versions;
    private final Map<String, String> failures;

    private ServedResources(Builder builder) {
        this.all = List.copyOf(builder.resources);
        this.versions = Map.copyOf(builder.versions);
        this.failures = Map.copyOf(builder.failures);
    }

    static Builder builder() {
        return new Builder();
    }

    /// Every resource in every version.
    public List<Resource<DynamicObject>> all() {
        return all;
    }

    /// Every resource once, in the version its group prefers.
    public List<Resource<DynamicObject>> preferred() {
        var seen = new java.util.HashSet<String>();
        return all.stream()
                .filter(resource -> seen.add(resource.qualifiedName()))
                .toList();
    }

    /// The versions of every group, the preferred one first.
    public Map<String, List<String>> versions() {
        return versions;
    }

    /// The versions of a group, the preferred one first.
    public List<String> versions(String group) {
        return versions.getOrDefault(group, List.of());
    }

    /// Group and version (`metrics.k8s.io/v1beta1`) of what could not be learnt, with the reason.
    public Map<String, String> failures() {
        return failures;
    }

    /// `version` `""`: the preferred one that has the kind.
    public Optional<Resource<DynamicObject>> byKind(String group, String version, String kind) {
        return find(group, version, resource -> resource.kind().equals(kind));
    }

    public Optional<Resource<DynamicObject>> byPlural(String group, String version, String plural) {
        return find(group, version, resource -> resource.plural().equals(plural));
    }

    private Optional<Resource<DynamicObject>> find(String group, String version, Predicate<Resource<?>> wanted) {
        return all.stream()
                .filter(resource -> resource.group().equals(group))
                .filter(resource -> version.isEmpty() || resource.version().equals(version))
                .filter(wanted)
                .findFirst();
    }

    static final class Builder {
        private final List<Resource<DynamicObject>> resources = new ArrayList<>();
        private final Map<String, List<String>> versions = new LinkedHashMap<>();
        private final Map<String, String> failures = new LinkedHashMap<>();

        void version(String group, String version) {
            versions.computeIfAbsent(group, _ -> new ArrayList<>()).add(version);
        }

        void resource(Resource.Names names) {
            resources.add(DynamicObject.resource(names));
        }

        void failed(String group, String version, String reason) {
            failures.put(group.isEmpty() ? version : group + "/" + version, reason);
        }

        ServedResources build() {
            versions.replaceAll((_, list) -> List.copyOf(list));
            return new ServedResources(this);
        }
    }
}
