package dev.kcm.model.gotype;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.value.Quantity;
import java.util.Optional;

/// The types with an `UnmarshalJSON` of their own, and their errors for what they cannot read.
enum SelfRead {
    QUANTITY {
        @Override
        Optional<DecodeError> error(Json value) {
            try {
                Quantity.parse(value instanceof JsonText(var text) ? text : value.toText());
                return Optional.empty();
            } catch (NumberFormatException problem) {
                return Optional.of(new DecodeError.Message(String.valueOf(problem.getMessage())));
            }
        }
    },
    TIME {
        @Override
        Optional<DecodeError> error(Json value) {
            return timeError(value, TimeLayout.SECONDS);
        }
    },
    MICRO_TIME {
        @Override
        Optional<DecodeError> error(Json value) {
            return timeError(value, TimeLayout.MICROSECONDS);
        }
    },
    INT_OR_STRING {
        @Override
        Optional<DecodeError> error(Json value) {
            return switch (value) {
                case JsonText _ -> Optional.empty();
                case JsonNumber.Whole(var number) when number == (int) number -> Optional.empty();
                case JsonNumber number -> Optional.of(new DecodeError.WrongKind("number " + number.toText(), "int32"));
                default -> Optional.of(new DecodeError.WrongKind(JsonKinds.kind(value), "int32"));
            };
        }
    },
    /// Accepts everything; or its errors are not known.
    ANYTHING {
        @Override
        Optional<DecodeError> error(Json value) {
            return Optional.empty();
        }
    };

    /// Why a type cannot read a value.
    sealed interface DecodeError {
        /// The JSON is of the wrong kind; the reader adds where.
        record WrongKind(String found, String type) implements DecodeError {}

        /// The whole message.
        record Message(String text) implements DecodeError {}
    }

    static Optional<SelfRead> named(String goName) {
        return switch (goName.substring(goName.lastIndexOf('/') + 1)) {
            case "resource.Quantity" -> Optional.of(QUANTITY);
            case "v1.Time" -> Optional.of(TIME);
            case "v1.MicroTime" -> Optional.of(MICRO_TIME);
            case "intstr.IntOrString" -> Optional.of(INT_OR_STRING);
            case "runtime.RawExtension",
                    "v1.FieldsV1",
                    "v1.Duration",
                    "v1.JSON",
                    "v1.JSONSchemaPropsOrArray",
                    "v1.JSONSchemaPropsOrBool",
                    "v1.JSONSchemaPropsOrStringArray" -> Optional.of(ANYTHING);
            default -> Optional.empty();
        };
    }

    /// Empty if it can be read. Never called with `null`, which every type accepts.
    abstract Optional<DecodeError> error(Json value);

    private static Optional<DecodeError> timeError(Json value, TimeLayout layout) {
        return switch (value) {
            case JsonText(var text) -> layout.error(text).map(DecodeError.Message::new);
            case JsonNull _ -> Optional.empty();
            default -> Optional.of(new DecodeError.WrongKind(JsonKinds.kind(value), "string"));
        };
    }
}
