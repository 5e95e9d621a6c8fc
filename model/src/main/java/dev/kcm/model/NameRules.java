package dev.kcm.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What names, label keys and label values may look like. Every rule returns what is wrong, in
/// upstream's wording; an empty list means that the text is valid.
public final class NameRules {
    private static final String LABEL_PATTERN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String KEY_PATTERN = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    private static final String NOT_A_DNS_LABEL =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
                    + " and must start and end with an alphanumeric character (e.g. 'my-name',  or"
                    + " '123-abc', regex used for validation is '"
                    + LABEL_PATTERN
                    + "')";
    private static final String NOT_A_DNS_SUBDOMAIN =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
                    + " or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is '"
                    + LABEL_PATTERN
                    + "(\\."
                    + LABEL_PATTERN
                    + ")*')";
    private static final String NOT_AN_OLD_DNS_LABEL =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
                    + " an alphabetic character, and end with an alphanumeric character (e.g."
                    + " 'my-name',  or 'abc-123', regex used for validation is"
                    + " '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String NOT_A_KEY =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
                    + " used for validation is '"
                    + KEY_PATTERN
                    + "')";
    private static final String NOT_A_VALUE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                    + " or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
                    + " or 'my_value',  or '12345', regex used for validation is '("
                    + KEY_PATTERN
                    + ")?')";

    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_SUBDOMAIN = 253;

    private NameRules() {}

    /// A DNS label (RFC 1123): namespaces and most things that become host names.
    public static List<String> dnsLabel(String name) {
        var problems = tooLong(name, LONGEST_LABEL, "characters");
        if (!isDnsLabel(name, 0, name.length())) {
            problems.add(isDnsSubdomain(name) ? "must not contain dots" : NOT_A_DNS_LABEL);
        }
        return problems;
    }

    /// A DNS subdomain (RFC 1123): the names of most objects.
    public static List<String> dnsSubdomain(String name) {
        return dnsSubdomain(name, "characters");
    }

    private static List<String> dnsSubdomain(String name, String unit) {
        var problems = tooLong(name, LONGEST_SUBDOMAIN, unit);
        if (!isDnsSubdomain(name)) {
            problems.add(NOT_A_DNS_SUBDOMAIN);
        }
        return problems;
    }

    /// A DNS label that starts with a letter (RFC 1035): services.
    public static List<String> oldDnsLabel(String name) {
        var problems = tooLong(name, LONGEST_LABEL, "characters");
        if (!isDnsLabel(name, 0, name.length()) || isDigit(name.charAt(0))) {
            problems.add(NOT_AN_OLD_DNS_LABEL);
        }
        return problems;
    }

    /// A name that can stand in a URL path: roles, bindings and the like.
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        var problems = new ArrayList<String>();
        for (var illegal : List.of("/", "%")) {
            if (name.contains(illegal)) {
                problems.add("may not contain '" + illegal + "'");
            }
        }
        return problems;
    }

    /// What to check in place of a `generateName`: it may end in a dash.
    public static String standingInForPrefix(String prefix) {
        return prefix.length() > 1 && prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 2) + "a" : prefix;
    }

    /// The key of a label, annotation or taint: a name, or a DNS subdomain, a slash and a name.
    public static List<String> labelKey(String key) {
        var slash = key.indexOf('/');
        if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key "
                    + NOT_A_KEY
                    + " with an optional DNS subdomain prefix and '/' (e.g."
                    + " 'example.com/MyName')");
        }
        var problems = new ArrayList<String>();
        if (slash == 0) {
            problems.add("prefix part must be non-empty");
        } else if (slash > 0) {
            dnsSubdomain(key.substring(0, slash), "bytes").forEach(problem -> problems.add("prefix part " + problem));
        }
        var name = key.substring(slash + 1);
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        }
        tooLong(name, LONGEST_LABEL, "bytes").forEach(problem -> problems.add("name part " + problem));
        if (!isLabelName(name)) {
            problems.add("name part " + NOT_A_KEY);
        }
        return problems;
    }

    public static List<String> labelValue(String value) {
        var problems = tooLong(value, LONGEST_LABEL, "bytes");
        if (!value.isEmpty() && !isLabelName(value)) {
            problems.add(NOT_A_VALUE);
        }
        return problems;
    }

    private static List<String> tooLong(String text, int most, String unit) {
        var problems = new ArrayList<String>();
        if (text.getBytes(StandardCharsets.UTF_8).length > most) {
            problems.add("must be no more than " + most + " " + unit);
        }
        return problems;
    }

    private static boolean isDnsSubdomain(String name) {
        var start = 0;
        for (var dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
            if (!isDnsLabel(name, start, dot)) {
                return false;
            }
            start = dot + 1;
        }
        return isDnsLabel(name, start, name.length());
    }

    private static boolean isDnsLabel(String name, int start, int end) {
        if (start == end || name.charAt(start) == '-' || name.charAt(end - 1) == '-') {
            return false;
        }
        for (var i = start; i < end; i++) {
            var character = name.charAt(i);
            if (!isLowerCase(character) && !isDigit(character) && character != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLabelName(String name) {
        if (name.isEmpty() || !isAlphanumeric(name.charAt(0)) || !isAlphanumeric(name.charAt(name.length() - 1))) {
            return false;
        }
        for (var i = 1; i < name.length(); i++) {
            var character = name.charAt(i);
            if (!isAlphanumeric(character) && "-_.".indexOf(character) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAlphanumeric(char character) {
        return isLowerCase(character) || isDigit(character) || (character >= 'A' && character <= 'Z');
    }

    private static boolean isLowerCase(char character) {
        return character >= 'a' && character <= 'z';
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
