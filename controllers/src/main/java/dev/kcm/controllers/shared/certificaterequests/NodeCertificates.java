package dev.kcm.controllers.shared.certificaterequests;

import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.Usage;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What a kubelet may ask for: a certificate as a client of the API server, in the name of its node
/// alone, or one as a server, with the node's addresses. Each rule says what is wrong in upstream's
/// words, or nothing.
public final class NodeCertificates {
    private static final List<String> GROUPS = List.of("system:nodes");
    private static final String NAME_PREFIX = "system:node:";
    private static final Set<Usage> CLIENT =
            EnumSet.of(Usage.DIGITAL_SIGNATURE, Usage.KEY_ENCIPHERMENT, Usage.CLIENT_AUTH);
    private static final Set<Usage> SERVER =
            EnumSet.of(Usage.DIGITAL_SIGNATURE, Usage.KEY_ENCIPHERMENT, Usage.SERVER_AUTH);

    private NodeCertificates() {}

    public static Optional<String> clientProblem(SigningRequest request, Collection<String> usages) {
        var names = request.names();
        if (!request.subject().organizations().equals(GROUPS)) {
            return Optional.of("subject organization is not system:nodes");
        }
        if (!names.dns().isEmpty()) {
            return Optional.of("DNS subjectAltNames are not allowed");
        }
        if (!names.emails().isEmpty()) {
            return Optional.of("Email subjectAltNames are not allowed");
        }
        if (!names.addresses().isEmpty()) {
            return Optional.of("IP subjectAltNames are not allowed");
        }
        if (!names.uris().isEmpty()) {
            return Optional.of("URI subjectAltNames are not allowed");
        }
        return nameProblem(request).or(() -> usageProblem(usages, CLIENT));
    }

    public static Optional<String> servingProblem(SigningRequest request, Collection<String> usages) {
        var names = request.names();
        if (!request.subject().organizations().equals(GROUPS)) {
            return Optional.of("subject organization is not system:nodes");
        }
        if (names.dns().isEmpty() && names.addresses().isEmpty()) {
            return Optional.of("DNS or IP subjectAltName is required");
        }
        if (!names.emails().isEmpty()) {
            return Optional.of("Email subjectAltNames are not allowed");
        }
        if (!names.uris().isEmpty()) {
            return Optional.of("URI subjectAltNames are not allowed");
        }
        return usageProblem(usages, SERVER).or(() -> nameProblem(request));
    }

    private static Optional<String> nameProblem(SigningRequest request) {
        return Subject.of(request.subject()).commonName().startsWith(NAME_PREFIX)
                ? CertificateRequests.subjectProblem(request)
                : Optional.of("subject common name does not begin with system:node:");
    }

    /// Only keys of one kind can encipher others, so that may be left out.
    private static Optional<String> usageProblem(Collection<String> asked, Set<Usage> wanted) {
        var texts = wanted.stream().map(Usage::text).collect(Collectors.toSet());
        var given = Set.copyOf(asked);
        var withoutEncipherment = texts.stream()
                .filter(text -> !text.equals(Usage.KEY_ENCIPHERMENT.text()))
                .collect(Collectors.toSet());
        return given.equals(texts) || given.equals(withoutEncipherment)
                ? Optional.empty()
                : Optional.of(
                        "usages did not match [" + texts.stream().sorted().collect(Collectors.joining(" ")) + "]");
    }
}
