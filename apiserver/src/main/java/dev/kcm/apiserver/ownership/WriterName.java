package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.GoText;
import java.nio.charset.StandardCharsets;

/// The name under which a write is recorded.
public final class WriterName {
    private static final int MOST_BYTES = 128;
    private static final String SYSTEM = "system:";

    private WriterName() {}

    /// What a client is called that does not say: the start of its user agent.
    public static String ofUserAgent(String userAgent) {
        int slash = userAgent.indexOf('/');
        var name = new StringBuilder();
        int bytes = 0;
        for (int character : (slash < 0 ? userAgent : userAgent.substring(0, slash))
                .codePoints()
                .toArray()) {
            int length = Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            if (!isPrintable(character)) {
                continue;
            }
            if (bytes + length > MOST_BYTES) {
                break;
            }
            name.appendCodePoint(character);
            bytes += length;
        }
        return name.toString();
    }

    /// What callers in this process are called: as the user agents of the programs they stand for.
    static String ofCaller(RequestUser caller) {
        var name = caller.name();
        if (name.startsWith("system:node:") || name.equals("system:kcm-nodes")) {
            return "kubelet";
        }
        if (name.startsWith("system:serviceaccount:kube-system:")) {
            return "kube-controller-manager";
        }
        return name.startsWith(SYSTEM) ? name.substring(SYSTEM.length()) : name;
    }

    /// @throws dev.kcm.model.failure.ApiException if a name cannot be recorded
    public static void requireValid(String name, String options) {
        if (name.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw ApiErrors.invalidOptions(options, "fieldManager: Too long: may not be more than 128 bytes");
        }
        int position = 0;
        for (int character : name.codePoints().toArray()) {
            if (!isPrintable(character)) {
                throw ApiErrors.invalidOptions(
                        options,
                        "fieldManager: Invalid value: %s: invalid character U+%04X (at position %d)"
                                .formatted(GoText.quote(name), character, position));
            }
            position += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
        }
    }

    private static boolean isPrintable(int character) {
        return character == ' '
                || switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SPACE_SEPARATOR -> false;
                    default -> true;
                };
    }
}
