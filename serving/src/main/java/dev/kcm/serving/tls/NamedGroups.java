package dev.kcm.serving.tls;

import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;

/// The key exchanges of TLS by the JDK's names, in its order of preference.
public final class NamedGroups {
    private NamedGroups() {}

    /// Those that this JDK can do.
    public static List<String> supported() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            return List.of(context.getSupportedSSLParameters().getNamedGroups());
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("This JVM has no TLS", broken);
        }
    }
}
