package dev.kcm.model.ownership;

import dev.kcm.base.GoText;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonWriter;

/// Who manages fields. The same name is another manager for another operation or subresource, and for updates in
/// another version.
///
/// @param apiVersion of an updater; empty for an applier, which is the same whatever version it uses
/// @param subresource empty for the object itself
public record FieldManager(String name, boolean isApplier, String apiVersion, String subresource)
        implements Comparable<FieldManager> {
    public static FieldManager applier(String name, String subresource) {
        return new FieldManager(name, true, "", subresource);
    }

    public static FieldManager updater(String name, String apiVersion, String subresource) {
        return new FieldManager(name, false, apiVersion, subresource);
    }

    public String operation() {
        return isApplier ? "Apply" : "Update";
    }

    /// Upstream's key of a manager, which gives the order.
    private String identifier() {
        var out = new JsonWriter(128);
        out.beginObject();
        if (!name.isEmpty()) {
            out.name("manager").string(name);
        }
        out.name("operation").string(operation());
        if (!apiVersion.isEmpty()) {
            out.name("apiVersion").string(apiVersion);
        }
        if (!subresource.isEmpty()) {
            out.name("subresource").string(subresource);
        }
        out.endObject();
        return out.toString();
    }

    @Override
    public int compareTo(FieldManager other) {
        return JsonObject.BYTEWISE.compare(identifier(), other.identifier());
    }

    /// As conflicts name it.
    @Override
    public String toString() {
        var shown = GoText.quote(name);
        if (!subresource.isEmpty()) {
            shown += " with subresource " + GoText.quote(subresource);
        }
        return isApplier ? shown : shown + " using " + apiVersion;
    }
}
