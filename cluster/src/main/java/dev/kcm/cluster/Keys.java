package dev.kcm.cluster;

import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.CertificateTemplate;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// The keys and certificates of a cluster. With a directory they are made once, so that a
/// kubeconfig stays good over restarts; without one they live as long as the process.
///
/// @param administrator made when a kubeconfig is written: only those outside need it
/// @param tokens its key signs the tokens of service accounts; the certificate is only its wrapping
record Keys(
        CertificateAuthority authority,
        KeyedCertificate serving,
        Supplier<KeyedCertificate> administrator,
        KeyedCertificate tokens) {
    private static final Duration LIFETIME = Duration.ofDays(3650);

    /// The administrator's key is RSA, since not every client can read others (fabric8 cannot
    /// without Bouncy Castle), and made once per process, since that takes longer than everything
    /// else at a start: on a thread of its own, while the cluster comes up. Clusters of one process
    /// trust each other's administrators no more for it, as each signs for itself.
    private static final class AdministratorKeys {
        private static final FutureTask<KeyPair> PAIR = new FutureTask<>(KeyKind.RSA_2048::generate);

        static {
            Thread.ofPlatform().daemon().name("administrator-key").start(PAIR);
        }

        /// Begins, the first time it is called.
        static void begin() {}

        static KeyPair pair() {
            try {
                return PAIR.get();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new ClusterException("stopped while a key was made", stopped);
            } catch (ExecutionException broken) {
                throw new ClusterException("cannot make a key: " + broken.getCause(), broken);
            }
        }
    }

    /// Begins to make what takes long, if a kubeconfig will be wanted and there is no key for it.
    static void prepareAdministrator(Optional<Path> directory) {
        if (directory.filter(it -> Files.exists(it.resolve("admin.key"))).isEmpty()) {
            AdministratorKeys.begin();
        }
    }

    static Keys in(Optional<Path> directory, Instant now) {
        var from = now.minus(Duration.ofHours(1));
        var to = now.plus(LIFETIME);
        var root = kept(directory, "ca", () -> {
            var made = CertificateAuthority.create(Subject.named("kcm-ca"), KeyKind.EC_P256, from, to);
            return new KeyedCertificate(java.util.List.of(made.certificate()), made.key());
        });
        var authority = new CertificateAuthority(root.certificate(), root.key());
        var names = AlternativeNames.ofHosts(
                "127.0.0.1", "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "10.96.0.1");
        var server = CertificateTemplate.server(Subject.named("kube-apiserver"), names, from, to);
        var admin = CertificateTemplate.client(Subject.named("kubernetes-admin", "system:masters"), from, to);
        var tokens = CertificateTemplate.client(Subject.named("service-accounts"), from, to);
        return new Keys(
                authority,
                kept(directory, "serving", () -> authority.issue(server, KeyKind.EC_P256)),
                () -> kept(directory, "admin", () -> administrator(authority, admin)),
                kept(directory, "service-accounts", () -> authority.issue(tokens, KeyKind.EC_P256)));
    }

    private static KeyedCertificate administrator(CertificateAuthority authority, CertificateTemplate template) {
        var keys = AdministratorKeys.pair();
        return new KeyedCertificate(java.util.List.of(authority.issue(template, keys.getPublic())), keys.getPrivate());
    }

    KeyPair tokenKeys() {
        return new KeyPair(tokens.certificate().getPublicKey(), tokens.key());
    }

    private static KeyedCertificate kept(Optional<Path> directory, String name, Supplier<KeyedCertificate> make) {
        if (directory.isEmpty()) {
            return make.get();
        }
        var certificate = directory.get().resolve(name + ".crt");
        var key = directory.get().resolve(name + ".key");
        try {
            if (Files.exists(certificate) && Files.exists(key)) {
                return KeyedCertificate.parse(
                        certificate, Files.readAllBytes(certificate), key, Files.readAllBytes(key));
            }
            var made = make.get();
            made.write(certificate, key);
            return made;
        } catch (IOException problem) {
            throw new ClusterException("cannot keep keys in %s: %s".formatted(directory.get(), problem), problem);
        }
    }
}
