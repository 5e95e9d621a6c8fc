package dev.kcm.runtime.controller;

import dev.kcm.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a server served at one moment, in all versions, those of a group in the order it prefers
/// them.
///
/// @param all without what is known of servers that did not answer
/// @param failures group and version (`metrics.k8s.io/v1beta1`) of what could not be learnt, with
///   the reason: of these kinds nothing is known, not even that they are gone
/// @param versions by group, the preferred one first; also of groups without a resource of their own
public record ServedKinds(
        List<? extends Resource<?>> all, Map<String, String> failures, Map<String, List<String>> versions) {

    /// Of groups that are of interest for their resources only.
    public ServedKinds(List<? extends Resource<?>> all, Map<String, String> failures) {
        this(all, failures, Map.of());
    }

    /// Every resource once, in the version its group prefers.
    public List<Resource<?>> preferred() {
        var seen = new java.util.HashSet<String>();
        return all.stream()
                .filter(resource -> seen.add(resource.qualifiedName()))
                .<Resource<?>>map(resource -> resource)
                .toList();
    }

    public Optional<Resource<?>> byKind(String apiVersion, String kind) {
        return all.stream()
                .filter(resource -> resource.kind().equals(kind))
                .filter(resource -> resource.apiVersion().equals(apiVersion))
                .<Resource<?>>map(resource -> resource)
                .findFirst();
    }
}
