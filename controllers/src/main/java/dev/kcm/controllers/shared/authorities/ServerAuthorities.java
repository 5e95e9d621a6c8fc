package dev.kcm.controllers.shared.authorities;

import dev.kcm.base.pem.Pem;
import dev.kcm.controllers.shared.serviceaccounttokens.ServiceAccountOptions;
import dev.kcm.runtime.controller.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The certificates that clients check the API server's with.
public final class ServerAuthorities {
    private ServerAuthorities() {}

    /// What `--root-ca-file` holds or, without it, what this program itself trusts.
    ///
    /// @throws IllegalArgumentException when the file cannot be used
    public static String of(Settings settings) {
        var file = settings.options().of(ServiceAccountOptions.FLAGS).rootCaFile();
        return file.isEmpty() ? settings.authorities() : read(Path.of(file));
    }

    /// As PEM text, just as it stands in the file.
    ///
    /// @throws IllegalArgumentException when there is no certificate in it
    public static String read(Path file) {
        try {
            var text = Files.readString(file);
            var _ = Pem.certificates(file.toString(), text);
            return text;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "Cannot read --root-ca-file %s: %s".formatted(file, unreadable), unreadable);
        }
    }
}
