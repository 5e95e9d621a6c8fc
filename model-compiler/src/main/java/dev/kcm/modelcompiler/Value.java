package dev.kcm.modelcompiler;

import java.util.Map;
import java.util.Objects;

/// How one value is held, read and written, be it alone, in a list or in a map. In the expressions
/// `%s` stands for the Java type and `in` for the reader.
///
/// @param type the Java class
/// @param primitive the primitive a plain field is held as, or the empty string
/// @param wireType protobuf's: 0 varint, 1 fixed64, 2 with length
/// @param fromProto an expression that reads one
/// @param fromJson an expression that reads one
/// @param writer the writer's method for one; with an `s` (or its own plural) for a list
/// @param zero what an absent plain field holds
record Value(
        String type, String primitive, int wireType, String fromProto, String fromJson, String writer, String zero) {
    private static final String VALUES = JavaNames.ROOT + ".value.";

    static final Value TEXT = new Value("java.lang.String", "", 2, "in.string()", "in.string()", "string", "\"\"");
    static final Value BYTES = new Value(VALUES + "Bytes", "", 2, "in.bytes()", "%s.decode(in)", "bytes", "%s.EMPTY");
    static final Value TEXTS = new Value("java.util.List", "", 2, "in.texts()", "in.texts()", "texts", "Lists.nil()");

    /// A Time in a map; alone it has a shape of its own.
    static final Value TIME = new Value(
            "java.time.Instant",
            "",
            2,
            "in.instant()",
            JavaNames.ROOT + ".wire.Times.decode(in)",
            "time",
            JavaNames.ROOT + ".wire.Times.ZERO");

    static final Value ANYTHING = new Value(JavaNames.ROOT + ".json.Json", "", 2, "", "%s.decode(in)", "", "%s.NULL");

    private static final Map<String, Value> SCALARS = Map.of(
            "string", TEXT,
            "bool", new Value("java.lang.Boolean", "boolean", 0, "in.bool()", "in.bool()", "bool", "false"),
            "int32", new Value("java.lang.Integer", "int", 0, "in.int32()", "in.int32()", "int32", "0"),
            "int64", new Value("java.lang.Long", "long", 0, "in.int64()", "in.int64()", "int64", "0"),
            "float64", new Value("java.lang.Double", "double", 1, "in.float64()", "in.float64()", "float64", "0"));

    private static final Value RAW_JSON =
            new Value(VALUES + "RawJson", "", 2, "in.rawJson()", "%s.decode(in)", "rawJson", "%s.EMPTY");

    /// Go structs that are values of one piece here.
    private static final Map<String, Value> LEAVES = Map.of(
            "k8s.io/apimachinery/pkg/api/resource.Quantity",
            new Value(VALUES + "Quantity", "", 2, "in.quantity()", "%s.decode(in)", "quantity", "%s.ZERO"),
            "k8s.io/apimachinery/pkg/apis/meta/v1.Time",
            TIME,
            "k8s.io/apimachinery/pkg/util/intstr.IntOrString",
            new Value(VALUES + "IntOrString", "", 2, "in.intOrString()", "%s.decode(in)", "intOrString", "%s.ZERO"),
            "k8s.io/apimachinery/pkg/runtime.RawExtension",
            RAW_JSON,
            "k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1",
            RAW_JSON,
            "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON",
            RAW_JSON);

    static Value of(GoType type) {
        if (type instanceof GoType.Scalar scalar) {
            return Objects.requireNonNull(SCALARS.get(scalar.kind()), scalar.kind());
        }
        if (type instanceof GoType.Struct struct) {
            Value leaf = LEAVES.get(struct.name());
            return leaf != null ? leaf : struct(JavaNames.qualified(struct.name()));
        }
        if (type instanceof GoType.ByteSlice) {
            return BYTES;
        }
        if (type instanceof GoType.TextsMessage) {
            return TEXTS;
        }
        if (type instanceof GoType.Anything) {
            return ANYTHING;
        }
        throw new IllegalArgumentException("no single value: " + type);
    }

    /// A generated type.
    static Value struct(String qualified) {
        return new Value(qualified, "", 2, "%s.read(in)", "%s.decode(in)", "message", "%s.EMPTY");
    }

    static boolean isLeaf(String goType) {
        return LEAVES.containsKey(goType);
    }

    boolean isStruct() {
        return writer.equals("message");
    }

    boolean isLean() {
        return type.startsWith(JavaNames.ROOT + ".lean.");
    }

    /// The expression of the full type, turned into this one.
    String projected(Source out, String full) {
        return isLean() ? "%s.of(%s)".formatted(boxed(out), full) : full;
    }

    boolean isPrimitive() {
        return !primitive.isEmpty();
    }

    /// The type as an element.
    String boxed(Source out) {
        return equals(TEXTS) ? out.use(type) + "<String>" : out.use(type);
    }

    /// The type as a field or parameter.
    String plain(Source out) {
        return isPrimitive() ? primitive : boxed(out);
    }

    String in(Source out, String expression) {
        return expression.replace("%s", out.use(type));
    }

    String listWriter() {
        return writer.equals("quantity") ? "quantities" : writer + "s";
    }
}
