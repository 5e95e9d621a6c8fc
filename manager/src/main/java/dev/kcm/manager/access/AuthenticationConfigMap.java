package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.client.Client;
import dev.kcm.client.config.ConfigException;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the API server publishes about authentication in
/// kube-system/extension-apiserver-authentication, for callers the flags say nothing about. Read
/// again every minute; when that fails, or what it says of client certificates or of front proxies makes no
/// sense, the last good result stays. Before there was one nobody is trusted.
final class AuthenticationConfigMap implements AutoCloseable {
    private static final Log log = Log.of(AuthenticationConfigMap.class);
    static final ObjectKey WHERE = ObjectKey.of("kube-system", "extension-apiserver-authentication");
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final TrustedAuthorities NOBODY = new TrustedAuthorities(List.of());

    private final Client client;
    private final Clock clock;
    private volatile TrustedAuthorities clientAuthorities = NOBODY;
    private volatile FrontProxy.Settings frontProxy = frontProxy(Map.of());
    private volatile boolean isClosed;
    private volatile Clock.@Nullable Timer timer;

    AuthenticationConfigMap(Client client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /// Reads it now; that nothing is published is no failure.
    ///
    /// @throws ApiException when the API server does not say
    /// @throws ConfigException when a value cannot be understood
    void lookUp() {
        var data = published();
        try {
            clientAuthorities = authorities(data, "client-ca-file");
        } finally {
            frontProxy = frontProxy(data);
        }
    }

    private Map<String, String> published() {
        try {
            return client.on(ConfigMap.CONFIG_MAPS).get(WHERE).data();
        } catch (ApiException refused) {
            if (refused.failure() instanceof ApiFailure.NotFound) {
                return Map.of();
            }
            throw refused;
        }
    }

    /// Reads it again from time to time until closed.
    void keepLooking() {
        if (!isClosed) {
            timer = clock.after(
                    PERIOD,
                    () -> Thread.ofVirtual().name("authentication-settings").start(this::lookAgain));
        }
    }

    TrustedAuthorities clientAuthorities() {
        return clientAuthorities;
    }

    FrontProxy.Settings frontProxy() {
        return frontProxy;
    }

    @Override
    public void close() {
        isClosed = true;
        Optional.ofNullable(timer).ifPresent(Clock.Timer::cancel);
    }

    private void lookAgain() {
        try {
            lookUp();
        } catch (RuntimeException failed) {
            log.warn(
                    "Failed to refresh authentication settings, using the old ones",
                    "configMap",
                    WHERE,
                    "err",
                    failed.toString());
        } finally {
            keepLooking();
        }
    }

    private static FrontProxy.Settings frontProxy(Map<String, String> data) {
        return new FrontProxy.Settings(
                authorities(data, "requestheader-client-ca-file"),
                list(data, "requestheader-allowed-names"),
                list(data, "requestheader-username-headers"),
                list(data, "requestheader-uid-headers"),
                list(data, "requestheader-group-headers"),
                list(data, "requestheader-extra-headers-prefix"));
    }

    private static TrustedAuthorities authorities(Map<String, String> data, String key) {
        var text = data.getOrDefault(key, "");
        try {
            return text.isEmpty() ? NOBODY : new TrustedAuthorities(Pem.certificates(WHERE + ": " + key, text));
        } catch (IllegalArgumentException unreadable) {
            throw new ConfigException(unreadable.getMessage(), unreadable);
        }
    }

    /// A JSON list of strings. An empty list of allowed names allows any name: what cannot be read must never
    /// become one.
    private static List<String> list(Map<String, String> data, String key) {
        var text = data.getOrDefault(key, "");
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            return switch (Json.parse(text)) {
                case JsonNull _ -> List.of(); // what the API server makes of a list it does not have
                case JsonArray array ->
                    array.items().stream().map(item -> text(key, item)).toList();
                default -> throw malformed(key, "no list");
            };
        } catch (JsonException unreadable) {
            throw malformed(key, unreadable.getMessage());
        }
    }

    private static String text(String key, Json item) {
        return switch (item) {
            case JsonText(var value) -> value;
            default -> throw malformed(key, "an item that is no string");
        };
    }

    private static ConfigException malformed(String key, @Nullable String problem) {
        return new ConfigException("%s: %s is no JSON list of strings: %s".formatted(WHERE, key, problem));
    }
}
