package dev.kcm.modelcompiler;

import java.util.List;
import java.util.function.Function;

/// Prints the lookup of built-in resources by name.
final class CatalogWriter {
    private static final String PACKAGE = JavaNames.ROOT + ".catalog";

    private CatalogWriter() {}

    static Source write(Model model) {
        Source out = new Source(PACKAGE, "Catalog");
        String resource = out.use(JavaNames.ROOT + ".Resource");
        out.use("java.util.Optional");
        List<Model.Type> kinds = model.types().stream()
                .filter(type -> type.resource().isPresent() && !type.isLean())
                .toList();
        List<Model.Type> served = kinds.stream()
                .filter(type -> !type.resource().get().verbs().isEmpty())
                .toList();
        out.line("/// Finds the descriptors of built-in resources by name. A lookup loads the type"
                + " it finds and no other.");
        out.line("@%s(\"kcm model-compiler\")", out.use("javax.annotation.processing.Generated"));
        out.line("public final class Catalog {");
        out.line("private Catalog() {}");
        lookup(out, "byPlural", "plural", served, Facts.ResourceFact::plural);
        lookup(out, "byKind", "kind", kinds, Facts.ResourceFact::kind);
        out.blank().line("/// All resources a server can serve on their own. Loads their types.");
        out.line("public static %s<%s<?>> served() {", out.use("java.util.List"), resource);
        out.line("return List.of(");
        for (int at = 0; at < served.size(); at++) {
            out.line("        %s%s", constant(served.get(at)), at == served.size() - 1 ? ");" : ",");
        }
        out.line("}");
        out.line("}");
        return out;
    }

    private static void lookup(
            Source out, String method, String third, List<Model.Type> types, Function<Facts.ResourceFact, String> key) {
        out.blank()
                .line(
                        "public static Optional<Resource<?>> %s(String group, String version," + " String %s) {",
                        method, third);
        out.line("return Optional.ofNullable(switch (group + \"/\" + version + \"/\" + %s) {", third);
        for (Model.Type type : types) {
            Facts.ResourceFact resource = type.resource().orElseThrow();
            out.line(
                    "case \"%s/%s/%s\" -> %s;",
                    resource.group(), resource.version(), key.apply(resource), constant(type));
        }
        out.line("default -> null;");
        out.line("});");
        out.line("}");
    }

    private static String constant(Model.Type type) {
        return "%s.%s.%s".formatted(type.packageName(), type.simpleName(), type.constant());
    }
}
