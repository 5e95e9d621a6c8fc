package dev.kcm.base.x509;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/// A subject as Go reads it: the attributes it has fields for, in the order in which they stand in the DER, those of
/// one set included. Whoever reads sets in another order takes another of several common names for the user.
///
/// Attributes of other types, and values that are no text, are left out, as Go leaves them out of what it writes.
public record DistinguishedName(List<Attribute> attributes) {
    private static final int COMMON_NAME = 3;
    private static final int ORGANIZATION = 10;

    /// Country, province, locality, street, postal code, organization, unit: the order in which Go writes them.
    private static final List<Integer> MANY = List.of(6, 8, 7, 9, 17, ORGANIZATION, 11);

    /// Common name and serial number: of several the last counts.
    private static final List<Integer> SINGLE = List.of(COMMON_NAME, 5);

    /// Serial number, algorithm, issuer, validity.
    private static final int BEFORE_SUBJECT = 4;

    private static final byte[] X520 = {0x55, 0x04};

    /// @param type the last number of its identifier, 2.5.4.*
    record Attribute(int type, String value) {}

    public DistinguishedName {
        attributes = List.copyOf(attributes);
    }

    /// Of an issued certificate, as it was signed.
    static DistinguishedName of(X509Certificate certificate) {
        try {
            var content = DerReader.of(certificate.getTBSCertificate()).inside(DerReader.SEQUENCE);
            if (content.tag() != DerReader.INTEGER) {
                content.skip(); // the version
            }
            for (int before = 0; before < BEFORE_SUBJECT; before++) {
                content.skip();
            }
            return parse(content.element());
        } catch (CertificateEncodingException unreadable) {
            throw new IllegalArgumentException("Cannot read the subject of a certificate", unreadable);
        }
    }

    /// @throws IllegalArgumentException when it is no name, or holds text that its type does not allow
    static DistinguishedName parse(byte[] der) {
        var attributes = new ArrayList<Attribute>();
        for (var sets = DerReader.of(der).inside(DerReader.SEQUENCE); sets.hasMore(); ) {
            for (var set = sets.inside(DerReader.SET); set.hasMore(); ) {
                attribute(set.inside(DerReader.SEQUENCE)).ifPresent(attributes::add);
            }
        }
        return new DistinguishedName(attributes);
    }

    public List<String> commonNames() {
        return values(COMMON_NAME);
    }

    public List<String> organizations() {
        return values(ORGANIZATION);
    }

    /// The name made anew, which holds nothing that was not read: one common name at most.
    public X500Principal principal() {
        var sets = new ArrayList<byte[]>();
        for (var type : MANY) {
            addSet(sets, type, values(type));
        }
        for (var type : SINGLE) {
            var values = values(type).stream().filter(value -> !value.isEmpty()).toList();
            addSet(sets, type, values.isEmpty() ? values : List.of(values.getLast()));
        }
        return new X500Principal(DerWriter.sequence(sets));
    }

    private List<String> values(int type) {
        return attributes.stream()
                .filter(attribute -> attribute.type() == type)
                .map(Attribute::value)
                .toList();
    }

    private static void addSet(List<byte[]> sets, int type, List<String> values) {
        if (!values.isEmpty()) {
            var identifier = DerWriter.identifier("2.5.4." + type);
            sets.add(DerWriter.set(values.stream()
                    .map(value -> DerWriter.sequence(identifier, DerWriter.text(value)))
                    .toList()));
        }
    }

    private static Optional<Attribute> attribute(DerReader pair) {
        var type = pair.tag() == DerReader.IDENTIFIER ? pair.content() : new byte[0];
        int tag = pair.tag();
        var value = text(tag, pair.content());
        var isKnown = type.length == X520.length + 1 && Arrays.equals(Arrays.copyOf(type, X520.length), X520);
        return isKnown ? value.map(text -> new Attribute(type[X520.length], text)) : Optional.empty();
    }

    private static Optional<String> text(int tag, byte[] content) {
        return switch (tag) {
            case 0x0c, 0x14 -> Optional.of(decoded(content, StandardCharsets.UTF_8));
            case 0x12, 0x13, 0x16 -> Optional.of(decoded(content, StandardCharsets.US_ASCII));
            case 0x1e -> Optional.of(decoded(withoutTerminator(content), StandardCharsets.UTF_16BE));
            default -> Optional.empty();
        };
    }

    private static String decoded(byte[] content, Charset charset) {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException malformed) {
            throw new IllegalArgumentException("a name that is not " + charset, malformed);
        }
    }

    private static byte[] withoutTerminator(byte[] wide) {
        int last = wide.length - 2;
        return last >= 0 && wide[last] == 0 && wide[last + 1] == 0 ? Arrays.copyOf(wide, last) : wide;
    }
}
