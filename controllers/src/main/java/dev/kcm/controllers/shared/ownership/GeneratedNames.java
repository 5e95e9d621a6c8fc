package dev.kcm.controllers.shared.ownership;

import dev.kcm.model.NameRules;

/// Names the server completes for objects made on behalf of another.
public final class GeneratedNames {
    private GeneratedNames() {}

    /// The owner's name, with a dash where it stays valid with one.
    public static String prefixFor(String owner) {
        var dashed = owner + "-";
        return NameRules.dnsSubdomain(NameRules.standingInForPrefix(dashed)).isEmpty() ? dashed : owner;
    }
}
