package dev.kcm.apiserver.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One choice of an `Accept` header, or a `Content-Type`: a type and its parameters.
record MediaRange(String type, Map<String, String> parameters, double weight) {
    /// The choices of a header, best first.
    static List<MediaRange> list(String header) {
        var ranges = new ArrayList<MediaRange>();
        for (var part : header.split(",", -1)) {
            if (!part.isBlank()) {
                ranges.add(parse(part));
            }
        }
        ranges.sort(Comparator.comparingDouble(MediaRange::weight).reversed());
        return ranges;
    }

    static MediaRange parse(String text) {
        var parts = text.split(";", -1);
        var parameters = new HashMap<String, String>();
        double weight = 1;
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                var name = parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT);
                var value = parts[i].substring(equals + 1).strip();
                if (name.equals("q")) {
                    weight = quality(value);
                } else {
                    parameters.put(name, value);
                }
            }
        }
        return new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters, weight);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    boolean covers(String wanted) {
        return type.equals(wanted) || type.equals("*/*") || type.equals("application/*");
    }

    private static double quality(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
