package dev.kcm.apiserver.patch;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Operation;

/// The body of an apply: the fields that its sender wants to have.
public record ApplyBody(JsonObject fields) {
    /// @throws ApiException if it cannot be read, or is not of the kind and version of the request
    public static ApplyBody of(Operation.Patch call, Resource<?> resource) {
        var fields = YamlText.object(call.patch().toByteArray());
        var apiVersion = fields.textAt("apiVersion").orElse("");
        var kind = fields.textAt("kind").orElse("");
        if (!apiVersion.equals(resource.apiVersion()) || !kind.equals(resource.kind())) {
            throw ApiErrors.badRequest("invalid object type: %s, Kind=%s"
                    .formatted(apiVersion.contains("/") ? apiVersion : "/" + apiVersion, kind));
        }
        if (!fields.at("metadata", "managedFields").orElse(Json.NULL).isNull()) {
            throw ApiErrors.badRequest("metadata.managedFields must be nil");
        }
        return new ApplyBody(fields);
    }

    public String uid() {
        return fields.textAt("metadata", "uid").orElse("");
    }
}
