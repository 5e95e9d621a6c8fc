package dev.kcm.modelcompiler;

import java.util.List;

/// A Go map; keys are strings.
final class MapField extends CollectionField {
    private final Value value;

    MapField(Facts.FieldFact fact, Value value) {
        super(fact, "Maps");
        this.value = value;
    }

    @Override
    String type(Source out) {
        return "%s<String, %s>".formatted(out.use("java.util.Map"), value.boxed(out));
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(
                BuilderMethod.setter(this, type(out), "this.%s = Maps.copyOf(value);".formatted(name)),
                new BuilderMethod(
                        "put" + capitalized(),
                        "String key, %s value".formatted(value.boxed(out)),
                        "key, value",
                        List.of("this.%s = Maps.put(this.%s, key, value);".formatted(name, name)),
                        ""));
    }

    @Override
    void decodeProto(Source out) {
        String entries = switch (value.writer()) {
            case "string" -> "textMap";
            case "quantity", "bytes", "texts" -> value.writer() + "Map";
            default -> "";
        };
        if (!entries.isEmpty()) {
            out.line("case %d -> builder.%s = in.%s(tag, builder.%s);", tag(2), name, entries, name);
            return;
        }
        out.line("case %d -> {", tag(2));
        out.line("int outer = in.enter();");
        out.line("String key = \"\";");
        out.line("%s value = %s;", value.boxed(out), value.in(out, value.zero()));
        out.line("for (int part = in.tag(); part != 0; part = in.tag()) {");
        out.line("switch (part) {");
        out.line("case 10 -> key = in.string();");
        out.line("case 18 -> value = %s;", value.in(out, value.fromProto()));
        out.line("default -> in.skip(part);");
        out.line("}").line("}");
        out.line("in.leave(outer);");
        out.line("builder.%s = Maps.put(builder.%s, key, value);", name, name);
        out.line("}");
    }

    @Override
    void encodeProto(Source out) {
        out.line("out.map(%d, %s);", tag(2), self());
    }

    @Override
    void decodeJson(Source out) {
        String read = value.equals(Value.TEXTS) ? "Lists.decodeTexts(in)" : value.in(out, value.fromJson());
        out.line("case \"%s\" -> {", fact.json());
        out.line("%s = Maps.begin(in);", self());
        out.line("for (String key = Maps.next(in, %s); key != null; key = Maps.next(in, %s)) {", self(), self());
        out.line("%s.put(key, %s);", self(), read);
        out.line("}").line("}");
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.map(out, \"%s\", %s, %s);", fact.json(), self(), isOmittedWhenEmpty());
    }

    @Override
    String identical(Source out) {
        return "%s == that.%s".formatted(self(), name);
    }
}
