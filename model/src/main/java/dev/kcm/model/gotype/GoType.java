package dev.kcm.model.gotype;

/// The type of a field, without pointers: JSON does not show these.
sealed interface GoType {
    /// As Go prints the type.
    String shown();

    /// Text, a truth value or a number.
    record Basic(Kind kind, String shown) implements GoType {
        /// What Go calls the kind of a type whatever its name.
        enum Kind {
            STRING("string"),
            BOOL("bool"),
            INT32("int32"),
            INT64("int64"),
            FLOAT64("float64");

            private final String shown;

            Kind(String shown) {
                this.shown = shown;
            }

            String shown() {
                return shown;
            }
        }
    }

    /// Written as base64.
    record ByteSlice() implements GoType {
        @Override
        public String shown() {
            return "[]uint8";
        }
    }

    record Slice(GoType items, String shown) implements GoType {}

    record MapTo(GoType values, String shown) implements GoType {}

    /// @param goName its package, a dot and its name
    record Struct(String goName) implements GoType {
        @Override
        public String shown() {
            return lastOf(goName, '/');
        }

        String name() {
            return lastOf(goName, '.');
        }
    }

    /// A type with a way of its own to be read.
    record SelfReading(SelfRead way, String shown) implements GoType {}

    private static String lastOf(String name, char after) {
        return name.substring(name.lastIndexOf(after) + 1);
    }

    /// Reads a type as the schema spells it.
    static GoType parse(String text) {
        if (text.startsWith("*")) {
            return parse(text.substring(1));
        }
        if (text.startsWith("[]")) {
            var items = parse(text.substring(2));
            return new Slice(items, "[]" + items.shown());
        }
        if (text.startsWith("map[")) {
            return map(text.substring("map[".length(), text.indexOf(']')), text);
        }
        if (text.startsWith("message:")) {
            var named = text.substring("message:".length()).split("=", 2);
            return new Slice(new Basic(Basic.Kind.STRING, "string"), new Struct(named[0]).shown());
        }
        if (text.startsWith("struct:")) {
            return struct(text.substring("struct:".length()));
        }
        return switch (text) {
            case "bytes" -> new ByteSlice();
            case "interface" -> new SelfReading(SelfRead.ANYTHING, "interface {}");
            default -> basic(text);
        };
    }

    /// The only map with a name is the one of quantities by resource.
    private static GoType map(String key, String text) {
        var values = parse(text.substring(text.indexOf(']') + 1));
        var shown = "map[%s]%s".formatted(basic(key).shown(), values.shown());
        var isResourceList = key.endsWith("core/v1.ResourceName")
                && values instanceof SelfReading(var way, var _)
                && way == SelfRead.QUANTITY;
        return new MapTo(values, isResourceList ? "v1.ResourceList" : shown);
    }

    private static GoType struct(String goName) {
        var struct = new Struct(goName);
        return SelfRead.named(goName)
                .<GoType>map(way -> new SelfReading(way, struct.shown()))
                .orElse(struct);
    }

    /// `int32`, or `string:` and the name it goes by.
    private static Basic basic(String text) {
        var kindAndName = text.split(":", 2);
        var kind = switch (kindAndName[0]) {
            case "string" -> Basic.Kind.STRING;
            case "bool" -> Basic.Kind.BOOL;
            case "int32" -> Basic.Kind.INT32;
            case "int64" -> Basic.Kind.INT64;
            case "float64" -> Basic.Kind.FLOAT64;
            default -> throw new IllegalStateException("the table of types has an unknown one: " + text);
        };
        return new Basic(kind, kindAndName.length > 1 ? lastOf(kindAndName[1], '/') : kind.shown());
    }
}
