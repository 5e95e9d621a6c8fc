package dev.kcm.model.gotype;

import dev.kcm.model.gotype.SelfRead.DecodeError;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.Optional;

/// What does not fit a type in an object that was put together from a strategic merge patch, as
/// upstream's converter from unstructured objects says it: the first field in the order of the
/// type.
public final class ConversionFault {
    private ConversionFault() {}

    /// Empty if all fits, as far as it is known what fits, or the kind is not built in.
    public static Optional<String> in(Json object, String group, String version, String kind) {
        return GoTypes.get().kind(group, version, kind).flatMap(type -> fault(object, type));
    }

    private static Optional<String> fault(Json value, GoType type) {
        if (value.isNull()) {
            return Optional.empty();
        }
        return switch (type) {
            case GoType.Basic basic -> basicFault(value, basic);
            case GoType.SelfReading(var way, var _) -> way.error(value).map(ConversionFault::message);
            case GoType.ByteSlice _ -> byteFault(value);
            case GoType.Slice(var items, var _) ->
                value instanceof JsonArray(var found)
                        ? found.stream()
                                .flatMap(it -> fault(it, items).stream())
                                .findFirst()
                        : Optional.of("cannot restore slice from " + JsonKinds.goKind(value));
            case GoType.MapTo(var values, var _) ->
                value instanceof JsonObject object
                        ? object.names().stream()
                                .flatMap(name -> member(object, name, values).stream())
                                .findFirst()
                        : Optional.of("cannot restore map from " + JsonKinds.goKind(value));
            case GoType.Struct struct ->
                value instanceof JsonObject object
                        ? GoTypes.get().fields(struct).stream()
                                .flatMap(it -> member(object, it.name(), it.type()).stream())
                                .findFirst()
                        : Optional.of("cannot restore struct from: " + JsonKinds.goKind(value));
        };
    }

    private static Optional<String> member(JsonObject object, String name, GoType type) {
        return object.get(name).flatMap(value -> fault(value, type));
    }

    private static String message(DecodeError error) {
        return switch (error) {
            case DecodeError.WrongKind(var found, var type) ->
                "json: cannot unmarshal %s into Go value of type %s".formatted(found, type);
            case DecodeError.Message(var text) -> text;
        };
    }

    /// Whole numbers are truncated silently.
    private static Optional<String> basicFault(Json value, GoType.Basic type) {
        var fits = switch (type.kind()) {
            case STRING -> value instanceof JsonText;
            case BOOL -> value instanceof JsonBoolean;
            case INT32, INT64 ->
                value instanceof JsonNumber.Whole
                        || (value instanceof JsonNumber.Real(var number) && number == Math.rint(number));
            case FLOAT64 -> value instanceof JsonNumber;
        };
        if (fits) {
            return Optional.empty();
        }
        var isConvertible = switch (type.kind()) {
            case STRING -> value instanceof JsonNumber.Whole;
            case INT32, INT64 -> value instanceof JsonNumber.Real;
            case BOOL, FLOAT64 -> false;
        };
        return Optional.of(
                isConvertible
                        ? "cannot convert %s to %s".formatted(JsonKinds.goKind(value), type.shown())
                        : "unrecognized type: " + type.kind().shown());
    }

    private static Optional<String> byteFault(Json value) {
        return switch (value) {
            case JsonText(var text) -> Base64Fault.in(text).map(error -> "error decoding from json: " + error);
            case JsonArray _ -> Optional.empty();
            default -> Optional.of("cannot restore slice from " + JsonKinds.goKind(value));
        };
    }
}
