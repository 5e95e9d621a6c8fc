package dev.kcm.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Gets the texts of warnings the server attaches to its responses (header `Warning`, code 299).
/// Called by whichever thread made the request.
@FunctionalInterface
public interface WarningHandler {
    WarningHandler SILENT = _ -> {};

    void warn(String text);

    /// Logs each text once.
    static WarningHandler loggedOnce() {
        Set<String> seen = Collections.synchronizedSet(Collections.newSetFromMap(new Recent()));
        Logger log = System.getLogger("dev.kcm.client.warnings");
        return text -> {
            if (seen.add(text)) {
                log.log(Level.WARNING, text);
            }
        };
    }

    /// Forgets the oldest, so that a server that never says the same thing twice costs no memory.
    @SuppressWarnings("serial")
    final class Recent extends LinkedHashMap<String, Boolean> {
        private static final int MOST = 1000;

        private Recent() {}

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    }
}
