package dev.kcm.modelcompiler;

/// Prints the descriptor of a kind's resource into the kind's class.
final class ResourceWriter {
    private final Model.Type type;
    private final Facts.ResourceFact resource;
    private final Source out;

    ResourceWriter(Model.Type type, Facts.ResourceFact resource, Source out) {
        this.type = type;
        this.resource = resource;
        this.out = out;
    }

    void constant() {
        String descriptor = out.use(JavaNames.ROOT + ".Resource");
        out.line("public static final %s<%s> %s = new Descriptor();", descriptor, type.simpleName(), type.constant());
    }

    void descriptor() {
        String name = type.simpleName();
        String descriptor = out.use(JavaNames.ROOT + ".Resource");
        out.blank().line("@Override");
        out.line("public %s<%s> resource() {", descriptor, name)
                .line("return %s;", type.constant())
                .line("}");
        out.blank().line("private static final class Descriptor extends %s<%s> {", descriptor, name);
        out.line("Descriptor() {");
        out.line(
                "super(new Names(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s));",
                quoted(resource.group()),
                quoted(resource.version()),
                quoted(resource.kind()),
                quoted(resource.plural()),
                quoted(resource.singular()),
                resource.isNamespaced(),
                quoted(resource.shortNames()),
                quoted(resource.categories()),
                quoted(resource.verbs()),
                quoted(resource.subresources()));
        out.line("}");
        for (String reader : new String[] {"ProtoReader", "JsonReader"}) {
            out.blank().line("@Override");
            out.line("public %s decode(%s in) {", name, reader)
                    .line("return %s.decode(in);", name)
                    .line("}");
        }
        out.blank().line("@Override");
        out.line("public boolean hasProtobuf() {")
                .line("return %s;", type.hasProtobuf())
                .line("}");
        out.line("}");
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
