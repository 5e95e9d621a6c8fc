package dev.kcm.model.gotype;

import dev.kcm.model.json.JsonReader;
import java.util.Optional;

/// What keeps Go from finding out which kind of object a document is, as upstream says it. It decodes
/// apiVersion and kind before the rest.
public final class KindFault {
    private static final String MARK = "couldn't get version/kind; json parse error: ";

    private KindFault() {}

    /// Empty if the kind can be read, or is left out.
    ///
    /// @throws dev.kcm.model.json.JsonException if the document is not JSON
    public static Optional<String> in(byte[] document) {
        var in = JsonReader.of(document);
        if (in.isNull()) {
            return Optional.empty();
        }
        if (in.kind() != JsonReader.Kind.OBJECT) {
            return Optional.of(ofSyntax("json: cannot unmarshal %s into Go value of type struct { APIVersion"
                            .formatted(JsonKinds.kind(in.kind()))
                    + " string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
                    + " \"json:\\\"kind,omitempty\\\"\" }"));
        }
        return inMembers(in);
    }

    /// The same about a document that is not JSON.
    public static String ofSyntax(String fault) {
        return MARK + fault;
    }

    private static Optional<String> inMembers(JsonReader in) {
        Optional<String> first = Optional.empty();
        in.beginObject();
        for (var name = in.nextName(); name != null; name = in.nextName()) {
            var isTypeMeta = name.equals("kind") || name.equals("apiVersion");
            if (isTypeMeta && first.isEmpty() && !in.isNull() && in.kind() != JsonReader.Kind.STRING) {
                first = Optional.of(ofSyntax("json: cannot unmarshal %s into Go struct field .%s of type string"
                        .formatted(JsonKinds.kind(in.kind()), name)));
            }
            in.skip();
        }
        return first;
    }
}
