package dev.kcm.apiserver.auth;

import java.util.List;

/// How the lists of a rule are read.
public final class RuleMatching {
    private RuleMatching() {}

    public static boolean isIn(List<String> allowed, String requested) {
        return allowed.contains("*") || allowed.contains(requested);
    }

    /// `*` is every resource and subresource, `*/scale` that subresource of every resource; `pods/*` is no wildcard.
    public static boolean coversResource(List<String> allowed, String requested) {
        int slash = requested.indexOf('/');
        return isIn(allowed, requested) || (slash > 0 && allowed.contains("*" + requested.substring(slash)));
    }

    /// A path that ends in `*` is a prefix.
    public static boolean coversPath(List<String> allowed, String requested) {
        return allowed.stream()
                .anyMatch(path -> path.equals(requested)
                        || (path.endsWith("*") && requested.startsWith(withoutTrailingStars(path))));
    }

    private static String withoutTrailingStars(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '*') {
            end--;
        }
        return path.substring(0, end);
    }
}
