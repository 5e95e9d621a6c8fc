package dev.kcm.client.remote;

import dev.kcm.client.ApiRequest;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.WriteOptions;
import java.nio.charset.StandardCharsets;

/// Request targets: path and query.
final class RequestTargets {
    private RequestTargets() {}

    static String of(String prefix, ApiRequest request) {
        var path = new StringBuilder(160).append(prefix);
        path.append(request.resource().path(escaped(request.namespace())));
        if (!request.name().isEmpty()) {
            path.append('/').append(escaped(request.name()));
        }
        if (!request.subresource().isEmpty()) {
            path.append('/').append(escaped(request.subresource()));
        }
        return new Query(path).of(request.operation()).target();
    }

    /// Percent-encodes all but what stands for itself both in a path segment and in a query.
    static String escaped(String text) {
        if (isPlain(text)) {
            return text;
        }
        var out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(b)) {
                out.append((char) b);
            } else {
                out.append('%').append(digit(b >> 4)).append(digit(b));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~'
                || c == ':';
    }

    private static char digit(int value) {
        return Character.toUpperCase(Character.forDigit(value & 0xf, 16));
    }

    /// Appends parameters; those with their zero value are left out.
    private static final class Query {
        private final StringBuilder out;
        private char separator = '?';

        Query(StringBuilder out) {
            this.out = out;
        }

        String target() {
            return out.toString();
        }

        Query of(Operation operation) {
            return switch (operation) {
                case Operation.Get _ -> this;
                case Operation.ListObjects list -> list(list);
                case Operation.Watch watch -> watch(watch);
                case Operation.Create create -> write(create.options());
                case Operation.Update update -> write(update.options());
                case Operation.Patch patch -> write(patch.options()).text("force", patch.force() ? "true" : "");
                case Operation.Delete _ -> this; // its options are the body
                case Operation.DeleteCollection delete -> selection(delete.selection());
            };
        }

        private Query list(Operation.ListObjects list) {
            return selection(list.selection())
                    .text("limit", list.limit() > 0 ? Long.toString(list.limit()) : "")
                    .text("continue", list.continueToken())
                    .text("resourceVersion", list.resourceVersion())
                    .text("resourceVersionMatch", list.match());
        }

        private Query watch(Operation.Watch watch) {
            return text("watch", "true")
                    .selection(watch.selection())
                    .text("resourceVersion", watch.resourceVersion())
                    .text("allowWatchBookmarks", watch.wantsBookmarks() ? "true" : "")
                    .text("sendInitialEvents", watch.startsWithObjects() ? "true" : "")
                    .text("resourceVersionMatch", watch.match())
                    .text(
                            "timeoutSeconds",
                            watch.timeout()
                                    .map(timeout -> Long.toString(timeout.toSeconds()))
                                    .orElse(""));
        }

        private Query selection(Selection selection) {
            return text("labelSelector", selection.labels().toString())
                    .text("fieldSelector", selection.fields().toString());
        }

        private Query write(WriteOptions options) {
            return text("dryRun", options.isDryRun() ? "All" : "").text("fieldManager", options.fieldManager());
        }

        private Query text(String name, String value) {
            if (!value.isEmpty()) {
                out.append(separator).append(name).append('=').append(escaped(value));
                separator = '&';
            }
            return this;
        }
    }
}
