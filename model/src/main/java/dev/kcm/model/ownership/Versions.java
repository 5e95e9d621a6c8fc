package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import java.util.Optional;

/// The versions of a kind.
public interface Versions {
    /// The type of objects in a version; empty if there is no such version.
    Optional<FieldType> type(String apiVersion);

    /// An object in another version, which has a type.
    ///
    /// @throws SchemaMismatchException if it cannot be converted
    Json converted(Json object, String from, String to);
}
