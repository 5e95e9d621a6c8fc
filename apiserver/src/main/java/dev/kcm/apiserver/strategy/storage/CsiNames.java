package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.NameRules;
import java.util.Locale;

/// The rule for names of CSI drivers, wherever they stand.
final class CsiNames {
    private static final int LONGEST = 63;

    private CsiNames() {}

    static void driver(String name, FieldPath path, FieldErrors errors) {
        if (name.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (name.length() > LONGEST) {
            errors.tooLong(path, LONGEST);
        }
        errors.invalid(path, name, NameRules.dnsSubdomain(name.toLowerCase(Locale.ROOT)));
    }
}
