package dev.kcm.model.gotype;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.value.Quantity;
import java.util.Optional;

/// The types that read themselves from JSON, and what they say of what they cannot read.
enum SelfRead {
    QUANTITY {
        @Override
        Optional<Complaint> complaint(Json value) {
            try {
                Quantity.parse(value instanceof JsonText(var text) ? text : value.toText());
                return Optional.empty();
            } catch (NumberFormatException problem) {
                return Optional.of(new Complaint.Words(String.valueOf(problem.getMessage())));
            }
        }
    },
    TIME {
        @Override
        Optional<Complaint> complaint(Json value) {
            return timeComplaint(value, TimeLayout.SECONDS);
        }
    },
    MICRO_TIME {
        @Override
        Optional<Complaint> complaint(Json value) {
            return timeComplaint(value, TimeLayout.MICROSECONDS);
        }
    },
    INT_OR_STRING {
        @Override
        Optional<Complaint> complaint(Json value) {
            return switch (value) {
                case JsonText _ -> Optional.empty();
                case JsonNumber.Whole(var number) when number == (int) number -> Optional.empty();
                case JsonNumber number -> Optional.of(new Complaint.Misfit("number " + number.toText(), "int32"));
                default -> Optional.of(new Complaint.Misfit(JsonWords.kind(value), "int32"));
            };
        }
    },
    /// Whatever it is, it will do; or its words are not known.
    ANYTHING {
        @Override
        Optional<Complaint> complaint(Json value) {
            return Optional.empty();
        }
    };

    /// What a type says of a value.
    sealed interface Complaint {
        /// The JSON is of the wrong kind; the reader adds where.
        record Misfit(String found, String type) implements Complaint {}

        /// All there is to say.
        record Words(String words) implements Complaint {}
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

    /// Nothing is wrong with `null`, which nobody asks about.
    abstract Optional<Complaint> complaint(Json value);

    private static Optional<Complaint> timeComplaint(Json value, TimeLayout layout) {
        return switch (value) {
            case JsonText(var text) -> layout.problem(text).map(Complaint.Words::new);
            case JsonNull _ -> Optional.empty();
            default -> Optional.of(new Complaint.Misfit(JsonWords.kind(value), "string"));
        };
    }
}
