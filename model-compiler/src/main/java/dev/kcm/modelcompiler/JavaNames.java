package dev.kcm.modelcompiler;

import java.util.Map;
import java.util.Set;

/// Names of things in Java for names of things in Go, JSON and protobuf.
final class JavaNames {
    static final String ROOT = "dev.kcm.model";

    /// Go packages whose last two elements do not make a good Java package.
    private static final Map<String, String> PACKAGES = Map.of(
            "custom_metrics/v1beta2",
            "custommetrics.v1beta2",
            "kcm/lean",
            "lean",
            "external_metrics/v1beta1",
            "externalmetrics.v1beta1");

    private static final Set<String> RESERVED = Set.of(
            "abstract",
            "assert",
            "boolean",
            "break",
            "byte",
            "case",
            "catch",
            "char",
            "class",
            "const",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "extends",
            "final",
            "finally",
            "float",
            "for",
            "goto",
            "if",
            "implements",
            "import",
            "instanceof",
            "int",
            "interface",
            "long",
            "native",
            "new",
            "package",
            "private",
            "protected",
            "public",
            "return",
            "short",
            "static",
            "strictfp",
            "super",
            "switch",
            "synchronized",
            "this",
            "throw",
            "throws",
            "transient",
            "try",
            "void",
            "volatile",
            "while",
            "true",
            "false",
            "null",
            // methods every object has
            "wait",
            "notify",
            "notifyAll",
            "hashCode",
            "getClass",
            "toString",
            "clone",
            "finalize");

    private JavaNames() {}

    /// `dev.kcm.model.apps.v1` for `k8s.io/api/apps/v1.ReplicaSet`.
    static String packageOf(String goType) {
        String goPackage = goType.substring(0, goType.lastIndexOf('.'));
        String[] parts = goPackage.split("/");
        String tail = parts[parts.length - 2] + "/" + parts[parts.length - 1];
        return ROOT + "." + PACKAGES.getOrDefault(tail, tail.replace('/', '.'));
    }

    static String simple(String goType) {
        return goType.substring(goType.lastIndexOf('.') + 1);
    }

    static String qualified(String goType) {
        return packageOf(goType) + "." + simple(goType);
    }

    /// The field's JSON name where Java can say it, else its protobuf name, else the name of its
    /// type.
    static String field(Facts.FieldFact field) {
        String name = field.json();
        if (!isIdentifier(name)) {
            name = field.protoName().equals("jSONSchemas") ? "schemas" : field.protoName();
        }
        if (field.has("inline") || name.isEmpty()) {
            String type = simple(((GoType.Struct) field.type()).name());
            name = decapitalized(type.startsWith("Lean") ? type.substring("Lean".length()) : type);
        }
        return RESERVED.contains(name) ? name + "_" : name;
    }

    static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    static String decapitalized(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /// `NETWORK_POLICIES` for a kind `NetworkPolicy` with plural `networkpolicies`: the kind's
    /// words in the plural's spelling.
    static String constant(String kind, String plural) {
        String words = kind.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2");
        String lower = kind.toLowerCase(java.util.Locale.ROOT);
        int shared = 0;
        while (shared < lower.length() && shared < plural.length() && lower.charAt(shared) == plural.charAt(shared)) {
            shared++;
        }
        if (shared < lower.length() - 1) { // a plural that is no form of the kind, such as pods for PodMetrics
            return words.toUpperCase(java.util.Locale.ROOT);
        }
        StringBuilder constant = new StringBuilder();
        int letters = 0;
        for (int at = 0; at < words.length() && letters < shared; at++) {
            constant.append(words.charAt(at));
            letters += words.charAt(at) == '_' ? 0 : 1;
        }
        return constant.append(plural.substring(shared)).toString().toUpperCase(java.util.Locale.ROOT);
    }

    private static boolean isIdentifier(String name) {
        return !name.isEmpty()
                && Character.isJavaIdentifierStart(name.charAt(0))
                && name.charAt(0) != '$'
                && name.chars().allMatch(Character::isJavaIdentifierPart);
    }
}
