package dev.kcm.model.ownership;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.HashSet;
import java.util.List;

/// Checks that a value is of its type. Where upstream lists several problems, in no certain order, this names the
/// first.
final class TypeCheck {
    private final boolean allowsDuplicates;

    private TypeCheck(boolean allowsDuplicates) {
        this.allowsDuplicates = allowsDuplicates;
    }

    /// Of a body that is applied: its items must be different.
    ///
    /// @throws SchemaMismatchException if it is not of the type
    static void requireDistinct(Json value, FieldType type) {
        new TypeCheck(false).check(value, type);
    }

    /// Of an object that exists, which may have items that are alike.
    ///
    /// @throws SchemaMismatchException if it is not of the type
    static void require(Json value, FieldType type) {
        new TypeCheck(true).check(value, type);
    }

    private void check(Json value, FieldType type) {
        switch (type.form(value)) {
            case MAP -> checkMembers(value, type.map().orElseThrow());
            case SCALAR -> checkScalar(value, type.scalar().orElseThrow());
            case LIST -> checkItems(value, type.list().orElseThrow());
        }
    }

    private void checkMembers(Json value, FieldType.MapType type) {
        if (value.isNull()) {
            return;
        }
        if (!(value instanceof JsonObject members)) {
            throw new SchemaMismatchException("expected map, got " + shown(value));
        }
        for (var name : members.names()) {
            var element = new PathElement.Field(name);
            try {
                var member = type.member(name)
                        .orElseThrow(() -> new SchemaMismatchException("field not declared in schema"));
                check(members.get(name).orElseThrow(), member);
            } catch (SchemaMismatchException mismatch) {
                throw mismatch.below(element);
            }
        }
    }

    private void checkItems(Json value, FieldType.ListType type) {
        if (value.isNull()) {
            return;
        }
        if (!(value instanceof JsonArray(var items))) {
            throw new SchemaMismatchException("expected list, got " + shown(value));
        }
        var seen = new HashSet<PathElement>();
        for (int i = 0; i < items.size(); i++) {
            var element = type.isAtomic() ? new PathElement.Index(i) : identified(type, items, i);
            if (!type.isAtomic() && !seen.add(element) && !allowsDuplicates) {
                throw new SchemaMismatchException("duplicate entries for key " + element);
            }
            try {
                check(items.get(i), type.element());
            } catch (SchemaMismatchException mismatch) {
                throw mismatch.below(element);
            }
        }
    }

    private static PathElement identified(FieldType.ListType type, List<Json> items, int position) {
        try {
            return ListItems.element(type, items.get(position));
        } catch (SchemaMismatchException mismatch) {
            throw new SchemaMismatchException("element %d: %s".formatted(position, mismatch.getMessage()));
        }
    }

    private static void checkScalar(Json value, FieldType.Scalar type) {
        if (value.isNull()) {
            return;
        }
        switch (type) {
            case NUMERIC -> {
                if (!(value instanceof JsonNumber)) {
                    throw new SchemaMismatchException("expected numeric (int or float), got " + goType(value));
                }
            }
            case STRING -> {
                if (!(value instanceof JsonText)) {
                    throw new SchemaMismatchException(
                            "expected string, got &value.valueUnstructured{Value:%s}".formatted(goSyntax(value)));
                }
            }
            case BOOLEAN -> {
                if (!(value instanceof JsonBoolean)) {
                    throw new SchemaMismatchException("expected boolean, got " + shown(value));
                }
            }
            case ANY -> {
                if (value instanceof JsonObject || value instanceof JsonArray) {
                    throw new SchemaMismatchException("expected any scalar, got " + shown(value));
                }
            }
        }
    }

    private static String goType(Json value) {
        return switch (value) {
            case JsonText _ -> "string";
            case JsonBoolean _ -> "bool";
            case JsonArray _ -> "[]interface {}";
            case JsonObject _ -> "map[string]interface {}";
            case JsonNumber.Whole _ -> "int64";
            case JsonNumber.Real _ -> "float64";
            case JsonNull _ -> "<nil>";
        };
    }

    /// As `%v` prints upstream's wrapper of a value.
    private static String shown(Json value) {
        return "&{" + GoPrint.plain(value) + "}";
    }

    private static String goSyntax(Json value) {
        return value instanceof JsonText(var text) ? GoText.quote(text) : GoPrint.syntax(value);
    }
}
