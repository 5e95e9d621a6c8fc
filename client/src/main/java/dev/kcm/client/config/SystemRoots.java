package dev.kcm.client.config;

import dev.kcm.base.pem.Pem;
import dev.kcm.base.pem.PemException;
import dev.kcm.client.tls.Trust;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Where a Linux machine keeps the authorities it trusts, as Go looks for them: the first of the files that can be
/// read, and all directories; `SSL_CERT_FILE` and `SSL_CERT_DIR` (several, between colons) stand for either list.
/// Files in directories may hold anything, so what is no certificate is passed over.
record SystemRoots(List<Path> files, List<Path> directories, boolean isChosen) {
    private static final Logger LOG = System.getLogger("dev.kcm.client.config");

    private static final List<Path> FILES = Stream.of(
                    "/etc/ssl/certs/ca-certificates.crt",
                    "/etc/pki/tls/certs/ca-bundle.crt",
                    "/etc/ssl/ca-bundle.pem",
                    "/etc/pki/tls/cacert.pem",
                    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
                    "/etc/ssl/cert.pem")
            .map(Path::of)
            .toList();

    private static final List<Path> DIRECTORIES =
            Stream.of("/etc/ssl/certs", "/etc/pki/tls/certs").map(Path::of).toList();

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    static SystemRoots of(Map<String, String> environment) {
        var file = environment.getOrDefault("SSL_CERT_FILE", "");
        var directories = environment.getOrDefault("SSL_CERT_DIR", "");
        return new SystemRoots(
                file.isEmpty() ? FILES : List.of(Path.of(file)),
                directories.isEmpty()
                        ? DIRECTORIES
                        : Arrays.stream(directories.split(":", -1))
                                .map(Path::of)
                                .toList(),
                !file.isEmpty() || !directories.isEmpty());
    }

    /// Those found; where there are none and nobody said where to look, this is no Linux as Go knows it, and what the
    /// JVM brings along has to do.
    Trust read() {
        var blocks = new LinkedHashSet<String>();
        files.stream().flatMap(file -> text(file).stream()).findFirst().ifPresent(text -> addBlocks(text, blocks));
        for (var directory : directories) {
            for (var file : entries(directory)) {
                text(file).ifPresent(text -> addBlocks(text, blocks));
            }
        }
        var found = blocks.stream().flatMap(SystemRoots::certificate).toList();
        return found.isEmpty() && !isChosen ? new Trust.SystemRoots() : new Trust.Roots(found);
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Links within a directory, which OpenSSL finds authorities by, lead to files that are there anyway.
    private static List<Path> entries(Path directory) {
        try (var all = Files.list(directory)) {
            return all.filter(file -> !isLinkWithin(file)).sorted().toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static boolean isLinkWithin(Path file) {
        try {
            return Files.isSymbolicLink(file)
                    && !Files.readSymbolicLink(file).toString().contains("/");
        } catch (IOException _) {
            return false;
        }
    }

    private static void addBlocks(String text, Set<String> blocks) {
        int begin = text.indexOf(BEGIN);
        while (begin >= 0) {
            int end = text.indexOf(END, begin);
            if (end < 0) {
                return;
            }
            blocks.add(text.substring(begin, end + END.length()));
            begin = text.indexOf(BEGIN, end);
        }
    }

    private static Stream<X509Certificate> certificate(String block) {
        try {
            return Pem.certificates("a system root", block).stream();
        } catch (PemException unreadable) {
            LOG.log(Level.DEBUG, "Ignored an authority of this machine: {0}", unreadable.getMessage());
            return Stream.empty();
        }
    }
}
