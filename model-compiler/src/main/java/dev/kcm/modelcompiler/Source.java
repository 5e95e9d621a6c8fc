package dev.kcm.modelcompiler;

import java.util.Map;
import java.util.TreeMap;

/// The text of one Java file: lines with their indentation kept, and its imports.
final class Source {
    private final String packageName;
    private final String className;
    private final Map<String, String> imports = new TreeMap<>();
    private final StringBuilder body = new StringBuilder();
    private int depth;

    Source(String packageName, String className) {
        this.packageName = packageName;
        this.className = className;
    }

    String path() {
        return packageName.replace('.', '/') + "/" + className + ".java";
    }

    /// How to say a type in this file: by its simple name where that is free, importing it.
    String use(String qualified) {
        String simple = JavaNames.simple(qualified);
        String home = qualified.substring(0, qualified.lastIndexOf('.'));
        if (simple.equals(className)) {
            return home.equals(packageName) ? simple : qualified;
        }
        return imports.computeIfAbsent(simple, free -> qualified).equals(qualified) ? simple : qualified;
    }

    /// A line; one ending in `{` indents what follows, one starting with `}` ends that.
    Source line(String text, Object... arguments) {
        String line = arguments.length == 0 ? text : text.formatted(arguments);
        if (line.startsWith("}")) {
            depth--;
        }
        body.append("    ".repeat(line.isEmpty() ? 0 : depth)).append(line).append('\n');
        if (line.endsWith("{")) {
            depth++;
        }
        return this;
    }

    Source blank() {
        return line("");
    }

    /// A method of one statement.
    Source method(String signature, String statement) {
        return blank().line("%s {", signature).line("%s", statement).line("}");
    }

    String text() {
        StringBuilder text = new StringBuilder("package " + packageName + ";\n\n");
        for (String imported : imports.values()) {
            if (!imported.substring(0, imported.lastIndexOf('.')).equals(packageName)) {
                text.append("import ").append(imported).append(";\n");
            }
        }
        return text.append('\n').append(body).toString();
    }
}
