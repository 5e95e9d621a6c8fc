package dev.kcm.client.remote;

import dev.kcm.client.ApiRequest;
import dev.kcm.client.Ask;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.WriteOptions;
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
        return new Query(path).ask(request.ask()).target();
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

        Query ask(Ask ask) {
            return switch (ask) {
                case Ask.Get(var version) -> text("resourceVersion", version);
                case Ask.ListItems(var query) -> list(query);
                case Ask.WatchChanges(var query) -> watch(query);
                case Ask.Create(var _, var options) -> write(options, options.fieldManager());
                case Ask.Update(var _, var options) -> write(options, options.fieldManager());
                case Ask.Change(var patch, var options) -> patch(patch, options);
                case Ask.Delete _ -> this; // its options are the body
                case Ask.DeleteAll(var query, var _) -> list(query);
            };
        }

        private Query list(ListQuery query) {
            return text("labelSelector", query.labelSelector())
                    .text("fieldSelector", query.fieldSelector())
                    .text("limit", query.limit() > 0 ? Long.toString(query.limit()) : "")
                    .text("continue", query.continueToken())
                    .text("resourceVersion", query.resourceVersion())
                    .text("resourceVersionMatch", query.resourceVersionMatch());
        }

        private Query watch(WatchQuery query) {
            boolean initial = query.sendInitialEvents();
            return text("watch", "true")
                    .text("labelSelector", query.labelSelector())
                    .text("fieldSelector", query.fieldSelector())
                    .text("resourceVersion", query.resourceVersion())
                    .text("allowWatchBookmarks", query.bookmarks() ? "true" : "")
                    .text("sendInitialEvents", initial ? "true" : "")
                    .text("resourceVersionMatch", initial ? "NotOlderThan" : "")
                    .text("timeoutSeconds", Long.toString(query.timeout().toSeconds()));
        }

        private Query patch(Patch patch, WriteOptions options) {
            var manager = patch.fieldManager().isEmpty() ? options.fieldManager() : patch.fieldManager();
            return write(options, manager).text("force", patch.force() ? "true" : "");
        }

        private Query write(WriteOptions options, String fieldManager) {
            return text("dryRun", options.dryRun() ? "All" : "").text("fieldManager", fieldManager);
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
