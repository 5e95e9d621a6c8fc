package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// What the API server publishes about authentication in
/// kube-system/extension-apiserver-authentication, for callers the flags say nothing about. Read
/// again every minute; when that fails the last good result stays.
final class AuthenticationConfigMap implements AutoCloseable {
    private static final Log log = Log.of(AuthenticationConfigMap.class);
    static final ObjectKey WHERE = ObjectKey.of("kube-system", "extension-apiserver-authentication");
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final TrustedAuthorities NOBODY = new TrustedAuthorities(List.of());

    private final Client client;
    private final Clock clock;
    private volatile Map<String, String> data = Map.of();
    private volatile boolean isClosed;
    private volatile Clock.@Nullable Timer timer;

    AuthenticationConfigMap(Client client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /// Reads it now; that nothing is published is no failure. Throws ApiException when the API server
    /// does not say.
    void lookUp() {
        try {
            data = client.on(ConfigMap.CONFIG_MAPS).get(WHERE).data();
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
            data = Map.of();
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
        return authorities("client-ca-file");
    }

    FrontProxy.Settings frontProxy() {
        return new FrontProxy.Settings(
                authorities("requestheader-client-ca-file"),
                list("requestheader-allowed-names"),
                list("requestheader-username-headers"),
                list("requestheader-uid-headers"),
                list("requestheader-group-headers"),
                list("requestheader-extra-headers-prefix"));
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

    private TrustedAuthorities authorities(String key) {
        var text = data.getOrDefault(key, "");
        return text.isEmpty() ? NOBODY : new TrustedAuthorities(Pem.certificates(WHERE + ": " + key, text));
    }

    /// A JSON list, which YAML reads as well.
    private List<String> list(String key) {
        var text = data.getOrDefault(key, "[]");
        try {
            return new Load(LoadSettings.builder().build()).loadFromString(text) instanceof List<?> items
                    ? items.stream().map(String::valueOf).toList()
                    : List.of();
        } catch (YamlEngineException unreadable) {
            log.warn(
                    "Ignored a value that is no JSON list",
                    "configMap",
                    WHERE,
                    "key",
                    key,
                    "err",
                    unreadable.getMessage());
            return List.of();
        }
    }
}
