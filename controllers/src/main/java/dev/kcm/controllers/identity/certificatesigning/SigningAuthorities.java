package dev.kcm.controllers.identity.certificatesigning;

import dev.kcm.base.x509.AuthorityFiles;
import dev.kcm.base.x509.CertificateTemplate;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Usage;
import dev.kcm.model.value.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The keys that signers sign with. Files may be replaced while we run.
final class SigningAuthorities {
    private final Map<Signer, AuthorityFiles> files;
    private final Duration longest;

    private SigningAuthorities(Map<Signer, AuthorityFiles> files, Duration longest) {
        this.files = files;
        this.longest = longest;
    }

    /// @throws IllegalArgumentException when the files of a signer cannot be used
    static SigningAuthorities of(CertificateSigningOptions options) {
        var files = new EnumMap<Signer, AuthorityFiles>(Signer.class);
        for (var signer : Signer.values()) {
            var pair = signer.files(options);
            if (!pair.isEmpty()) {
                files.put(signer, AuthorityFiles.of(Path.of(pair.certFile()), Path.of(pair.keyFile())));
            }
        }
        return new SigningAuthorities(files, options.duration());
    }

    boolean has(Signer signer) {
        return files.containsKey(signer);
    }

    /// A certificate as PEM text.
    ///
    /// @param requested for how many seconds
    /// @throws IllegalArgumentException when it cannot be made, with the reason
    Bytes sign(
            Signer signer,
            SigningRequest request,
            Collection<String> usages,
            Optional<Integer> requested,
            Instant now) {
        if (!request.signed()) {
            throw new IllegalArgumentException("unable to verify certificate request signature");
        }
        var authority = known(signer).current();
        var ends = authority.certificate().getNotAfter().toInstant();
        if (!now.isBefore(ends)) {
            throw new IllegalArgumentException("the signer has expired: NotAfter=" + ends);
        }
        var validity = CertificateValidity.of(CertificateValidity.granted(longest, requested), now, ends);
        var template = CertificateTemplate.from(request, known(usages), validity.notBefore(), validity.notAfter());
        return Bytes.utf8(PemText.certificate(authority.issue(template, request.publicKey())));
    }

    private AuthorityFiles known(Signer signer) {
        var found = files.get(signer);
        if (found == null) {
            throw new IllegalArgumentException("there is no key of " + signer.signerName());
        }
        return found;
    }

    /// In the order Go writes them.
    private static List<Usage> known(Collection<String> texts) {
        var unknown = new ArrayList<String>();
        var known = new ArrayList<Usage>();
        for (var text : texts) {
            Usage.named(text).ifPresentOrElse(known::add, () -> unknown.add(text));
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unrecognized usage values: " + unknown);
        }
        return known.stream().sorted().toList();
    }
}
