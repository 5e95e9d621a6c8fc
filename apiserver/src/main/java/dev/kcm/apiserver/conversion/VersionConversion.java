package dev.kcm.apiserver.conversion;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A resource is stored in one version and served in several. Versions of one kind mostly differ in
/// name alone and are converted by way of JSON; the others have a conversion of their own.
public final class VersionConversion {
    private static final Map<String, Resource<?>> STORED = stored();

    private static final Map<String, Resource<?>> WHOLE = Catalog.served().stream()
            .collect(Collectors.toUnmodifiableMap(VersionConversion::nameWithVersion, Function.identity()));

    private VersionConversion() {}

    /// The version in which objects of this resource are kept.
    public static Resource<?> stored(Resource<?> resource) {
        return STORED.getOrDefault(resource.qualifiedName(), resource);
    }

    /// The resource in the same version with all fields, where callers within the process read or write but some.
    public static Resource<?> whole(Resource<?> resource) {
        return WHOLE.getOrDefault(nameWithVersion(resource), resource);
    }

    private static String nameWithVersion(Resource<?> resource) {
        return resource.apiVersion() + "/" + resource.plural();
    }

    /// The object in the version of `wanted`; the very same if it is of that version.
    public static KubeObject converted(KubeObject object, Resource<?> wanted) {
        var from = object.resource();
        if (from.equals(wanted)) {
            return object;
        }
        if (from.equals(Event.EVENTS)) {
            return EventConversion.toEventsGroup((Event) object);
        }
        if (wanted.equals(Event.EVENTS)) {
            return EventConversion.toCore((dev.kcm.model.events.v1.Event) object);
        }
        var document = (JsonObject) Json.parse(encoded(object));
        return wanted.decodeJson(AutoscalerConversion.renamed(document, from, wanted)
                .with("apiVersion", wanted.apiVersion())
                .toBytes());
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static byte[] encoded(KubeObject object) {
        return ((Resource<KubeObject>) object.resource()).encodeJson(object);
    }

    /// The most mature version of each resource; the catalog names versions in that order within a
    /// group apart from the ones that are neither alpha nor beta.
    private static Map<String, Resource<?>> stored() {
        var best = new HashMap<String, Resource<?>>();
        for (var resource : Catalog.served()) {
            best.merge(
                    resource.qualifiedName(), resource, (one, other) -> maturity(other) > maturity(one) ? other : one);
        }
        best.put("events.events.k8s.io", Event.EVENTS);
        return Map.copyOf(best);
    }

    /// `v1` before `v2` (autoscaling keeps `v2` as its storage version), then beta, then alpha.
    private static int maturity(Resource<?> resource) {
        var version = resource.version();
        int stage = version.contains("alpha") ? 0 : version.contains("beta") ? 100 : 200;
        return stage + version.charAt(version.length() - 1) - '0';
    }
}
