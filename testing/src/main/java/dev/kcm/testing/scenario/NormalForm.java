package dev.kcm.testing.scenario;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// An object without what differs from run to run and means nothing.
final class NormalForm {
    private static final Set<String> LEFT_OUT = Set.of(
            "uid",
            "resourceVersion",
            "managedFields",
            "creationTimestamp",
            "selfLink",
            "generation",
            "nodeName",
            "matchFields",
            "zone",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "batch.kubernetes.io/controller-uid",
            "controller-uid",
            "podIPs",
            "hostIPs",
            "clusterIPs",
            "nodePort",
            "healthCheckNodePort",
            "containerID",
            "lastTransitionTime",
            "lastProbeTime",
            "lastScaleTime",
            "lastHeartbeatTime",
            "lastUpdateTime",
            "endpoints.kubernetes.io/last-change-trigger-time");

    /// What is signed differs each time; that it is there does not.
    private static final Set<String> SIGNED = Set.of("certificate", "token");

    /// A pod's status also names claims that are gone, and whose name is known from nowhere else.
    private static final String CLAIM_NAME = "resourceClaimName";

    /// Which range of addresses a node gets depends on who came before it; of which size it is does not.
    private static final Set<String> RANGES = Set.of("podCIDR", "podCIDRs");

    private static final Pattern GENERATED = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}$");

    private NormalForm() {}

    static Json of(Json object, Placeholders placeholders) {
        return plain(withRelativeGenerations(object), placeholders).sorted();
    }

    /// How often a spec was written does not matter; whether the controller has observed the last
    /// write does.
    private static Json withRelativeGenerations(Json object) {
        var observed = object.longAt("status", "observedGeneration");
        if (observed.isEmpty() || !(object instanceof JsonObject whole)) {
            return object;
        }
        boolean isCurrent = observed.equals(object.longAt("metadata", "generation"));
        return whole.withAt(List.of("status", "observedGeneration"), Json.of(isCurrent ? "$current" : "$behind"));
    }

    private static Json plain(Json value, Placeholders placeholders) {
        return switch (value) {
            case JsonObject object -> members(object, placeholders);
            case JsonArray(var items) -> items(items, placeholders);
            case JsonText(var text) -> Json.of(placeholders.replacedIn(text));
            default -> value;
        };
    }

    private static Json members(JsonObject object, Placeholders placeholders) {
        var kept = JsonObject.builder();
        object.forEach((name, member) -> {
            var shown = plain(name, member, placeholders);
            if (!LEFT_OUT.contains(name) && !becameEmpty(member, shown)) {
                kept.put(placeholders.replacedIn(name), shown);
            }
        });
        return kept.build();
    }

    private static Json plain(String name, Json member, Placeholders placeholders) {
        if (RANGES.contains(name)) {
            return sizes(member);
        }
        if (!(member instanceof JsonText(var text))) {
            return plain(member, placeholders);
        }
        return SIGNED.contains(name)
                ? Json.of("$" + name)
                : name.equals(CLAIM_NAME)
                        ? Json.of(GENERATED.matcher(text).replaceFirst("*"))
                        : plain(member, placeholders);
    }

    private static Json sizes(Json ranges) {
        return switch (ranges) {
            case JsonArray(var items) ->
                Json.array(items.stream().map(NormalForm::sizes).toList());
            case JsonText(var range) -> Json.of(range.substring(range.indexOf('/') + 1));
            default -> ranges;
        };
    }

    /// Whether nothing is left of, say, annotations.
    private static boolean becameEmpty(Json member, Json shown) {
        return shown.objectAt().isEmpty() && !member.objectAt().isEmpty();
    }

    /// Conditions and endpoints have no order; other lists keep theirs.
    private static Json items(List<Json> items, Placeholders placeholders) {
        var plain = items.stream().map(item -> plain(item, placeholders)).toList();
        if (!items.isEmpty() && items.stream().allMatch(NormalForm::isEndpoint)) {
            return Json.array(
                    plain.stream().sorted(Comparator.comparing(Json::toText)).toList());
        }
        boolean areConditions = !items.isEmpty()
                && items.stream()
                        .allMatch(item -> item.textAt("type").isPresent()
                                && item.textAt("status").isPresent());
        return Json.array(
                areConditions
                        ? plain.stream()
                                .sorted(Comparator.comparing(
                                        it -> it.textAt("type").orElse("")))
                                .toList()
                        : plain);
    }

    /// Of a pod, or in a slice.
    private static boolean isEndpoint(Json item) {
        var members = item.objectAt();
        return members.has("targetRef") || (members.has("addresses") && members.has("conditions"));
    }
}
