package dev.kcm.manager.access;

import java.util.List;

/// Paths that anyone may read; `*` at the end stands for everything that begins so, and a
/// leading slash does not matter.
record AllowedPaths(List<String> patterns) {

    AllowedPaths {
        patterns = patterns.stream().map(AllowedPaths::withoutSlash).toList();
        for (var pattern : patterns) {
            if (!pattern.isEmpty() && pattern.substring(0, pattern.length() - 1).contains("*")) {
                throw new IllegalArgumentException("only a trailing * is allowed, not in \"%s\"".formatted(pattern));
            }
        }
    }

    boolean include(String path) {
        var asked = withoutSlash(path);
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? asked.startsWith(pattern.substring(0, pattern.length() - 1))
                        : asked.equals(pattern));
    }

    private static String withoutSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }
}
