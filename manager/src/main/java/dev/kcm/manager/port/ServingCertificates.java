package dev.kcm.manager.port;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.SelfSigned;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.NamedCertificate;
import dev.kcm.manager.options.SecureServingOptions.CertificateOptions;
import dev.kcm.serving.tls.DynamicFileValue;
import dev.kcm.serving.tls.SniCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The certificates of the HTTPS port: from the files given, read again when they change; or one of
/// our own making, kept in `--cert-dir` if there is one.
final class ServingCertificates implements AutoCloseable {
    private static final Log log = Log.of(ServingCertificates.class);

    private final Clock clock;
    private final List<DynamicFileValue<KeyedCertificate>> files = new ArrayList<>();
    private final Supplier<KeyedCertificate> main;
    private final List<SniCertificate> byName;

    ServingCertificates(CertificateOptions options, Clock clock) {
        this.clock = clock;
        this.main = main(options);
        this.byName = options.byName().stream().map(this::named).toList();
    }

    Supplier<KeyedCertificate> main() {
        return main;
    }

    List<SniCertificate> byName() {
        return byName;
    }

    @Override
    public void close() {
        files.forEach(DynamicFileValue::close);
    }

    private Supplier<KeyedCertificate> main(CertificateOptions options) {
        if (options.certFile().isEmpty() != options.keyFile().isEmpty()) {
            throw new ConfigException("--tls-cert-file and --tls-private-key-file must be given together");
        }
        if (!options.certFile().isEmpty()) {
            return pair("tls-cert-file", options.certFile(), options.keyFile());
        }
        return options.directory().isEmpty() ? inMemory() : kept(Path.of(options.directory()));
    }

    private SniCertificate named(NamedCertificate given) {
        return new SniCertificate(given.names(), pair("tls-sni-cert-key", given.certFile(), given.keyFile()));
    }

    /// Made when the first client asks for it: keys take cold code a while, and a start has better
    /// things to do.
    private Supplier<KeyedCertificate> inMemory() {
        return new Supplier<>() {
            @GuardedBy("this")
            private @Nullable KeyedCertificate made;

            @Override
            public synchronized KeyedCertificate get() {
                if (made == null) {
                    made = selfSigned();
                    log.info("Generated self-signed cert in-memory");
                }
                return made;
            }
        };
    }

    /// The pair in the directory, made on the first start.
    private Supplier<KeyedCertificate> kept(Path directory) {
        var certificate = directory.resolve(CommandLine.PROGRAM + ".crt");
        var key = directory.resolve(CommandLine.PROGRAM + ".key");
        if (!Files.isReadable(certificate) || !Files.isReadable(key)) {
            try {
                selfSigned().write(certificate, key);
                log.info("Generated self-signed cert", "certificate", certificate, "key", key);
            } catch (IOException unwritable) {
                throw new ConfigException("--cert-dir: cannot write " + unwritable.getMessage(), unwritable);
            }
        }
        return pair("cert-dir", certificate.toString(), key.toString());
    }

    private Supplier<KeyedCertificate> pair(String flag, String certificate, String key) {
        try {
            var read = DynamicFileValue.certificate(Path.of(certificate), Path.of(key), clock);
            files.add(read);
            return read;
        } catch (IOException unreadable) {
            throw new ConfigException("--%s: cannot read %s".formatted(flag, unreadable.getMessage()), unreadable);
        } catch (IllegalArgumentException unusable) {
            throw new ConfigException("--%s: %s".formatted(flag, unusable.getMessage()), unusable);
        }
    }

    private KeyedCertificate selfSigned() {
        return SelfSigned.serving("localhost", AlternativeNames.ofHosts("127.0.0.1"), clock.instant());
    }
}
