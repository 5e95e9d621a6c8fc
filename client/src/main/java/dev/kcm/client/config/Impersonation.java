package dev.kcm.client.config;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Someone else to act as. `extra` keys may hold any text.
public record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {

    public Impersonation {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// Header names with their values.
    public List<Map.Entry<String, String>> headers() {
        var headers = new java.util.ArrayList<Map.Entry<String, String>>();
        headers.add(Map.entry("Impersonate-User", user));
        if (!uid.isEmpty()) {
            headers.add(Map.entry("Impersonate-Uid", uid));
        }
        groups.forEach(group -> headers.add(Map.entry("Impersonate-Group", group)));
        new TreeMap<>(extra)
                .forEach((key, values) ->
                        values.forEach(value -> headers.add(Map.entry("Impersonate-Extra-" + escaped(key), value))));
        return headers;
    }

    /// Header names know no case and few characters, so the rest is percent-encoded, and upper case
    /// with it.
    private static String escaped(String key) {
        var out = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || "!#$&'*+-.^_`|~".indexOf(b) >= 0;
            if (plain) {
                out.append((char) b);
            } else if (b >= 'A' && b <= 'Z') {
                out.append(Character.toString(b).toLowerCase(Locale.ROOT));
            } else {
                out.append('%').append("%02X".formatted(b & 0xff));
            }
        }
        return out.toString();
    }
}
