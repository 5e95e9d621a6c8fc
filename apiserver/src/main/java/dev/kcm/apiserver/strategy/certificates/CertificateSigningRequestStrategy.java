package dev.kcm.apiserver.strategy.certificates;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.base.GoText;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.model.NameRules;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.certificates.v1.CertificateSigningRequestCondition;
import dev.kcm.model.certificates.v1.CertificateSigningRequestSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Certificate signing requests. The spec never changes; conditions are set through
/// `approval`, the certificate through `status`, and neither may do the work of the other.
public final class CertificateSigningRequestStrategy {
    private static final String APPROVED = "Approved";
    private static final String DENIED = "Denied";
    private static final String FAILED = "Failed";
    private static final List<String> FINAL = List.of(APPROVED, DENIED, FAILED);
    private static final List<String> VERDICTS = List.of(APPROVED, DENIED);
    private static final FieldPath CONDITIONS = FieldPath.STATUS.child("conditions");
    private static final FieldPath CERTIFICATE = FieldPath.STATUS.child("certificate");
    private static final int SHORTEST_LIFE = 600;
    private static final String OLD_SIGNER = "kubernetes.io/legacy-unknown";
    private static final int LONGEST_DOMAIN = 253;
    private static final int LONGEST_SIGNER = 571;

    private static final List<String> USAGES = List.of(
            "any",
            "cert sign",
            "client auth",
            "code signing",
            "content commitment",
            "crl sign",
            "data encipherment",
            "decipher only",
            "digital signature",
            "email protection",
            "encipher only",
            "ipsec end system",
            "ipsec tunnel",
            "ipsec user",
            "key agreement",
            "key encipherment",
            "microsoft sgc",
            "netscape sgc",
            "ocsp signing",
            "s/mime",
            "server auth",
            "signing",
            "timestamping");

    public static final Strategy<CertificateSigningRequest> STRATEGY = Strategy.of(
                    CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
            .spec(Part.of(CertificateSigningRequest::spec, CertificateSigningRequest::withSpec))
            .status(Part.of(CertificateSigningRequest::status, CertificateSigningRequest::withStatus))
            .nameRule(NameRules::pathSegment)
            .onUpdate((wanted, current) -> wanted.withSpec(current.spec()))
            .onStatusUpdate(CertificateSigningRequestStrategy::keepingVerdicts)
            .subresource(
                    "approval",
                    CertificateSigningRequestStrategy::withConditions,
                    CertificateSigningRequestStrategy::validateApproval)
            .validation((request, errors) -> validate(request.spec(), errors))
            .updateValidation((_, _, _) -> {})
            .statusValidation(CertificateSigningRequestStrategy::validateStatus)
            .selectableField("spec.signerName", request -> request.spec().signerName())
            .build();

    private CertificateSigningRequestStrategy() {}

    /// Verdicts stay what they are if there are as many as before; if not, validation says so.
    private static CertificateSigningRequest keepingVerdicts(
            CertificateSigningRequest wanted, CertificateSigningRequest current) {
        var kept = wanted;
        for (var type : VERDICTS) {
            var old = ofType(current, type);
            if (old.size() == ofType(wanted, type).size()) {
                kept = withConditions(kept, replaced(kept, type, old.iterator()));
            }
        }
        return kept;
    }

    private static List<CertificateSigningRequestCondition> replaced(
            CertificateSigningRequest request, String type, Iterator<CertificateSigningRequestCondition> by) {
        var conditions = new ArrayList<>(request.status().conditions());
        conditions.replaceAll(condition -> condition.type().equals(type) ? by.next() : condition);
        return conditions;
    }

    private static CertificateSigningRequest withConditions(
            CertificateSigningRequest wanted, CertificateSigningRequest current) {
        var judged = withConditions(current, wanted.status().conditions());
        return judged.withMetadata(wanted.metadata());
    }

    private static CertificateSigningRequest withConditions(
            CertificateSigningRequest request, List<CertificateSigningRequestCondition> conditions) {
        return request.withStatus(status -> status.conditions(conditions));
    }

    private static void validate(CertificateSigningRequestSpec spec, FieldErrors errors) {
        requestProblem(spec)
                .ifPresent(problem -> errors.invalid(
                        FieldPath.SPEC.child("request"), base64(spec.request().toByteArray()), problem));
        validateUsages(spec.usages(), FieldPath.SPEC.child("usages"), errors);
        validateSigner(spec.signerName(), FieldPath.SPEC.child("signerName"), errors);
        spec.expirationSeconds()
                .filter(seconds -> seconds < SHORTEST_LIFE)
                .ifPresent(seconds -> errors.invalid(
                        FieldPath.SPEC.child("expirationSeconds"),
                        seconds,
                        "may not specify a duration less than 600 seconds (10" + " minutes)"));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Optional<String> requestProblem(CertificateSigningRequestSpec spec) {
        try {
            var pem = new String(spec.request().toByteArray(), StandardCharsets.ISO_8859_1);
            var request = SigningRequest.parsePem(pem);
            return request.signed() ? Optional.empty() : Optional.of(unsigned(request));
        } catch (IllegalArgumentException problem) {
            return Optional.ofNullable(problem.getMessage());
        }
    }

    private static String unsigned(SigningRequest request) {
        return switch (request.publicKey().getAlgorithm()) {
            case "RSA" -> "crypto/rsa: verification error";
            case "EC" -> "x509: ECDSA verification failure";
            default -> "x509: Ed25519 verification failure";
        };
    }

    private static void validateUsages(List<String> usages, FieldPath path, FieldErrors errors) {
        if (usages.isEmpty()) {
            errors.required(path, "");
        }
        for (int i = 0; i < usages.size(); i++) {
            if (!USAGES.contains(usages.get(i))) {
                errors.unsupported(path.index(i), usages.get(i), USAGES);
            }
        }
        var seen = new HashSet<String>();
        for (int i = 0; i < usages.size(); i++) {
            if (!seen.add(usages.get(i))) {
                errors.duplicate(path.index(i), usages.get(i));
            }
        }
    }

    private static void validateSigner(String signer, FieldPath path, FieldErrors errors) {
        if (signer.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (signer.equals(OLD_SIGNER)) {
            errors.invalid(path, signer, "the legacy signerName is not allowed via this API version");
            return;
        }
        var segments = signer.split("/", -1);
        if (segments.length != 2) {
            errors.invalid(
                    path,
                    signer,
                    "must be a fully qualified domain and path of the form" + " 'example.com/signer-name'");
            return;
        }
        validateSignerDomain(segments[0], path, errors);
        firstBadLabel(segments[1], NameRules::dnsSubdomain)
                .ifPresent(details -> errors.invalid(path, segments[1], details));
        if (signer.length() > LONGEST_SIGNER) {
            errors.tooLong(path, LONGEST_SIGNER);
        }
    }

    private static void validateSignerDomain(String domain, FieldPath path, FieldErrors errors) {
        if (domain.length() > LONGEST_DOMAIN) {
            errors.tooLong(path, LONGEST_DOMAIN);
        }
        firstBadLabel(domain, NameRules::dnsLabel).ifPresent(details -> errors.invalid(path, domain, details));
        if (domain.indexOf('.') < 0) {
            errors.invalid(path, domain, "should be a domain with at least two segments separated by dots");
        }
    }

    /// What is wrong with the first label that is wrong.
    private static Optional<List<String>> firstBadLabel(String name, Function<String, List<String>> rule) {
        for (var label : name.split("\\.", -1)) {
            var details = rule.apply(label);
            if (!details.isEmpty()) {
                return Optional.of(details.stream()
                        .map(detail -> "validating label %s: %s".formatted(GoText.quote(label), detail))
                        .toList());
            }
        }
        return Optional.empty();
    }

    private static void validateApproval(
            CertificateSigningRequest wanted, CertificateSigningRequest current, FieldErrors errors) {
        validateConditions(wanted, current, errors);
    }

    private static void validateStatus(
            CertificateSigningRequest wanted, CertificateSigningRequest current, FieldErrors errors) {
        validateConditions(wanted, current, errors);
        for (var type : VERDICTS) {
            if (ofType(wanted, type).size() > ofType(current, type).size()) {
                errors.forbidden(CONDITIONS, "updates may not add a condition of type \"" + type + "\"");
            }
        }
        var issued = current.status().certificate();
        if (!issued.isEmpty() && !issued.equals(wanted.status().certificate())) {
            errors.forbidden(CERTIFICATE, "updates may not modify existing certificate content");
        }
    }

    private static void validateConditions(
            CertificateSigningRequest wanted, CertificateSigningRequest current, FieldErrors errors) {
        var conditions = wanted.status().conditions();
        var types = new HashSet<String>();
        for (int i = 0; i < conditions.size(); i++) {
            var condition = conditions.get(i);
            validateCondition(condition, CONDITIONS.index(i), errors);
            if (VERDICTS.contains(condition.type())
                    && types.stream().anyMatch(type -> isOtherVerdict(type, condition.type()))) {
                errors.invalid(CONDITIONS, condition.type(), "Approved and Denied conditions are mutually exclusive");
            }
            if (!types.add(condition.type())) {
                errors.duplicate(CONDITIONS.index(i).child("type"), condition.type());
            }
        }
        for (var type : FINAL) {
            if (ofType(wanted, type).size() < ofType(current, type).size()) {
                errors.forbidden(CONDITIONS, "updates may not remove a condition of type \"" + type + "\"");
            }
        }
    }

    private static boolean isOtherVerdict(String one, String other) {
        return VERDICTS.contains(one) && !one.equals(other);
    }

    private static void validateCondition(
            CertificateSigningRequestCondition condition, FieldPath path, FieldErrors errors) {
        if (condition.type().isEmpty()) {
            errors.required(path.child("type"), "");
        }
        if (condition.status().isEmpty()) {
            errors.required(path.child("status"), "");
            return;
        }
        FieldValidation.supported(
                condition.status(),
                FINAL.contains(condition.type()) ? List.of("True") : List.of("False", "True", "Unknown"),
                path.child("status"),
                errors);
    }

    private static List<CertificateSigningRequestCondition> ofType(CertificateSigningRequest request, String type) {
        return request.status().conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .toList();
    }
}
