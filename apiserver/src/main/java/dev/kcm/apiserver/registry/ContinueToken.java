package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where a paged list goes on: after a key, at the revision of the first page (upstream's format).
/// A token without a revision goes on in the newest state.
record ContinueToken(long revision, ObjectKey after) {
    static final long NEWEST = -1;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final String VERSION = "meta.k8s.io/v1";

    static ContinueToken parse(String token) {
        requireBase64(token);
        try {
            var document = Json.parse(Base64.getUrlDecoder().decode(token));
            var start = document.textAt("start").orElse("");
            var revision = document.longAt("rv").orElse(0);
            if (!document.textAt("v").orElse("").equals(VERSION) || revision == 0 || !start.endsWith("\0")) {
                throw invalid("");
            }
            var key = start.substring(0, start.length() - 1);
            int slash = key.indexOf('/');
            if (slash == 0) {
                throw invalid("");
            }
            return new ContinueToken(
                    revision, ObjectKey.of(slash < 0 ? "" : key.substring(0, slash), key.substring(slash + 1)));
        } catch (IllegalArgumentException | JsonException problem) {
            throw invalid(": " + problem.getMessage());
        }
    }

    String text() {
        var document = Json.object("v", Json.of(VERSION))
                .with("rv", revision)
                .with("start", after + "\0")
                .toText();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(document.getBytes(StandardCharsets.UTF_8));
    }

    /// Without padding; the error is Go's.
    private static void requireBase64(String token) {
        int at = 0;
        while (at < token.length() && ALPHABET.indexOf(token.charAt(at)) >= 0) {
            at++;
        }
        if (at < token.length() || at % 4 == 1) {
            throw invalid(": illegal base64 data at input byte " + Math.min(at, token.length() - 1));
        }
    }

    private static RuntimeException invalid(String detail) {
        return ApiErrors.badRequest("invalid continue token: continue key is not valid" + detail);
    }
}
