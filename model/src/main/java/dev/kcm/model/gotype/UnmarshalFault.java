package dev.kcm.model.gotype;

import dev.kcm.model.gotype.SelfRead.DecodeError;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What does not fit a type in a document, as Go's `encoding/json` says it: the first value of the
/// wrong kind, in the order of the document, unless the `UnmarshalJSON` of a type fails, which ends the
/// reading.
public final class UnmarshalFault {
    private final JsonReader in;

    /// Names of the fields around the reader, inlined parts among them.
    private final Deque<String> path = new ArrayDeque<>();

    private String struct = "";
    private Optional<String> first = Optional.empty();

    private UnmarshalFault(JsonReader in) {
        this.in = in;
    }

    /// A type rejected its value, which ends the reading.
    private static final class Ended extends Exception {
        private static final long serialVersionUID = 1L;
        private final String error;

        Ended(String error) {
            super(null, null, false, false);
            this.error = error;
        }
    }

    /// Empty if all fits, as far as it is known what fits, or the kind is not built in.
    ///
    /// @throws dev.kcm.model.json.JsonException if the document is not JSON
    public static Optional<String> in(byte[] document, String group, String version, String kind) {
        return GoTypes.get()
                .kind(group, version, kind)
                .flatMap(type -> new UnmarshalFault(JsonReader.of(document)).of(type));
    }

    private Optional<String> of(GoType type) {
        try {
            value(type);
            return first;
        } catch (Ended end) {
            return Optional.of(end.error);
        }
    }

    private void value(GoType type) throws Ended {
        if (in.isNull()) {
            return;
        }
        switch (type) {
            case GoType.SelfReading(var way, var _) -> {
                var error = way.error(Json.decode(in));
                if (error.isPresent()) {
                    throw new Ended(message(error.get()));
                }
            }
            case GoType.Basic basic -> basic(basic);
            case GoType.ByteSlice bytes -> bytes(bytes);
            case GoType.Slice slice -> slice(slice);
            case GoType.MapTo map -> map(map);
            case GoType.Struct fields -> struct(fields);
        }
    }

    private String message(DecodeError error) {
        return switch (error) {
            case DecodeError.WrongKind(var found, var type) -> mismatch(found, type);
            case DecodeError.Message(var text) -> text;
        };
    }

    private void basic(GoType.Basic type) {
        var isNumber = in.kind() == JsonReader.Kind.NUMBER;
        var fits = switch (type.kind()) {
            case STRING -> in.kind() == JsonReader.Kind.STRING;
            case BOOL -> in.kind() == JsonReader.Kind.BOOLEAN;
            case FLOAT64 -> isNumber;
            case INT32, INT64 -> isNumber && isInRange(type.kind());
        };
        if (!fits) {
            var isText = type.kind() == GoType.Basic.Kind.STRING;
            var isBool = type.kind() == GoType.Basic.Kind.BOOL;
            reject(isNumber && !isText && !isBool ? "number " + in.numberText() : found(), type);
        }
    }

    private boolean isInRange(GoType.Basic.Kind kind) {
        try {
            long number = Long.parseLong(in.numberText());
            return kind == GoType.Basic.Kind.INT64 || number == (int) number;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// Go would take an array of numbers too.
    private void bytes(GoType.ByteSlice type) {
        switch (in.kind()) {
            case STRING -> Base64Fault.in(in.string()).ifPresent(this::remember);
            case ARRAY -> in.skip();
            default -> reject(found(), type);
        }
    }

    private void slice(GoType.Slice type) throws Ended {
        if (in.kind() != JsonReader.Kind.ARRAY) {
            reject(found(), type);
            return;
        }
        in.beginArray();
        while (in.nextElement()) {
            value(type.items());
        }
    }

    private void map(GoType.MapTo type) throws Ended {
        if (in.kind() != JsonReader.Kind.OBJECT) {
            reject(found(), type);
            return;
        }
        in.beginObject();
        while (in.nextName() != null) {
            value(type.values());
        }
    }

    private void struct(GoType.Struct type) throws Ended {
        if (in.kind() != JsonReader.Kind.OBJECT) {
            reject(found(), type);
            return;
        }
        Map<String, GoTypes.Field> fields = new HashMap<>();
        GoTypes.get().fields(type).forEach(field -> fields.put(field.name(), field));
        in.beginObject();
        for (var name = in.nextName(); name != null; name = in.nextName()) {
            var field = fields.get(name);
            if (field == null) {
                in.skip();
            } else {
                field(type, field);
            }
        }
    }

    private void field(GoType.Struct inside, GoTypes.Field field) throws Ended {
        var outer = struct;
        struct = inside.name();
        field.parts().forEach(path::addLast);
        path.addLast(field.name());
        value(field.type());
        struct = outer;
        for (int i = field.parts().size(); i >= 0; i--) {
            path.removeLast();
        }
    }

    private String found() {
        return JsonKinds.kind(in.kind());
    }

    private void reject(String found, GoType type) {
        remember(mismatch(found, type.shown()));
        in.skip();
    }

    private void remember(String error) {
        first = first.or(() -> Optional.of(error));
    }

    private String mismatch(String found, String type) {
        return struct.isEmpty()
                ? "json: cannot unmarshal %s into Go value of type %s".formatted(found, type)
                : "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
                        .formatted(found, struct, String.join(".", path), type);
    }
}
