package dev.kcm.base.x509;

import dev.kcm.base.pem.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import org.bouncycastle.asn1.ASN1IA5String;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;

/// A PKCS#10 certificate request.
///
/// @param subject the name asked for, read as Go reads it; [Subject#of(DistinguishedName)] has what Kubernetes reads
/// @param signed whether the signature shows that the asker holds the key
/// @param der the request as it came
public record SigningRequest(
        DistinguishedName subject, AlternativeNames names, PublicKey publicKey, boolean signed, byte[] der) {
    private static final String LABEL = "CERTIFICATE REQUEST";

    /// Reads the first PEM block, which must be a certificate request.
    ///
    /// @throws IllegalArgumentException when it is not, or does not parse
    public static SigningRequest parsePem(String pem) {
        var blocks = Pem.blocks("The request", pem);
        if (blocks.isEmpty() || !blocks.getFirst().label().equals(LABEL)) {
            throw new IllegalArgumentException("PEM block type must be " + LABEL);
        }
        return parse(blocks.getFirst().der());
    }

    public static SigningRequest parse(byte[] der) {
        try {
            var request = new PKCS10CertificationRequest(der);
            var content = DerReader.of(der).inside(DerReader.SEQUENCE).element();
            return new SigningRequest(
                    subject(content),
                    names(request),
                    publicKey(request.getSubjectPublicKeyInfo()),
                    isSigned(request, content),
                    der.clone());
        } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
            throw new IllegalArgumentException(
                    "The certificate request does not parse: " + unreadable.getMessage(), unreadable);
        }
    }

    /// A new request, signed with the key it is for.
    public static SigningRequest create(Subject subject, AlternativeNames names, KeyPair keys) {
        try {
            var info = SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded());
            var name = X500Name.getInstance(subject.principal().getEncoded());
            var builder = new PKCS10CertificationRequestBuilder(name, info);
            if (!names.isEmpty()) {
                var extensions = new ExtensionsGenerator();
                extensions.addExtension(
                        Extension.subjectAlternativeName, false, GeneralNames.getInstance(NameEncoding.encode(names)));
                builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
            }
            var algorithm = KeyKind.signatureAlgorithm(keys.getPrivate());
            var signer = new JcaContentSignerBuilder(algorithm).build(keys.getPrivate());
            return parse(builder.build(signer).getEncoded());
        } catch (IOException | OperatorCreationException impossible) {
            throw new IllegalArgumentException("Cannot request a certificate for " + subject, impossible);
        }
    }

    public String pem() {
        return PemText.block(LABEL, der);
    }

    /// Bouncy Castle would sort the sets in it.
    private static DistinguishedName subject(byte[] content) {
        var parts = DerReader.of(content).inside(DerReader.SEQUENCE);
        parts.skip(); // the version
        return DistinguishedName.parse(parts.element());
    }

    private static AlternativeNames names(PKCS10CertificationRequest request) throws IOException {
        var extensions = request.getRequestedExtensions();
        var encoded =
                extensions == null ? null : GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
        return encoded == null ? AlternativeNames.NONE : decode(encoded);
    }

    /// Other kinds of names are left out, as Go leaves them.
    private static AlternativeNames decode(GeneralNames names) throws UnknownHostException {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<InetAddress>();
        var emails = new ArrayList<String>();
        var uris = new ArrayList<String>();
        for (var name : names.getNames()) {
            switch (name.getTagNo()) {
                case NameEncoding.DNS -> dns.add(text(name));
                case NameEncoding.EMAIL -> emails.add(text(name));
                case NameEncoding.URI -> uris.add(text(name));
                case NameEncoding.ADDRESS ->
                    addresses.add(InetAddress.getByAddress(
                            ASN1OctetString.getInstance(name.getName()).getOctets()));
                default -> {}
            }
        }
        return new AlternativeNames(dns, addresses, emails, uris);
    }

    private static String text(GeneralName name) {
        return ASN1IA5String.getInstance(name.getName()).getString();
    }

    private static PublicKey publicKey(SubjectPublicKeyInfo info) throws IOException, GeneralSecurityException {
        var identifier = info.getAlgorithm().getAlgorithm().getId();
        var algorithm = switch (identifier) {
            case "1.2.840.113549.1.1.1" -> "RSA";
            case "1.2.840.10045.2.1" -> "EC";
            case "1.3.101.112" -> "Ed25519";
            default -> throw new GeneralSecurityException("its key is neither RSA, EC nor Ed25519 but " + identifier);
        };
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(info.getEncoded()));
    }

    /// @param content what the signature is about, byte by byte
    private static boolean isSigned(PKCS10CertificationRequest request, byte[] content) throws IOException {
        try {
            var verifier = new JcaContentVerifierProviderBuilder()
                    .build(request.getSubjectPublicKeyInfo())
                    .get(request.getSignatureAlgorithm());
            try (var signed = verifier.getOutputStream()) {
                signed.write(content);
            }
            return verifier.verify(request.getSignature());
        } catch (OperatorCreationException | RuntimeException _) {
            return false;
        }
    }
}
