package dev.kcm.manager.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The user who makes a request.
public record Caller(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final String MASTERS = "system:masters";
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";

    public static final Caller ANONYMOUS = new Caller("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    public Caller {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// With the group of everyone who is known.
    Caller asAuthenticated() {
        if (groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED) || name.equals(ANONYMOUS.name())) {
            return this;
        }
        var all = new ArrayList<>(groups);
        all.add(AUTHENTICATED);
        return new Caller(name, uid, all, extra);
    }
}
