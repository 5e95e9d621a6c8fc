package dev.kcm.base.x509;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Alternative names as GeneralNames, each under the number of its kind.
final class NameEncoding {
    static final int EMAIL = 1;
    static final int DNS = 2;
    static final int URI = 6;
    static final int ADDRESS = 7;

    private NameEncoding() {}

    /// In Go's order: DNS names, e-mail addresses, addresses, URIs.
    static byte[] encode(AlternativeNames names) {
        var encoded = new ArrayList<byte[]>();
        texts(encoded, DNS, names.dns());
        texts(encoded, EMAIL, names.emails());
        for (var address : names.addresses()) {
            encoded.add(DerWriter.implicit(ADDRESS, address.getAddress()));
        }
        texts(encoded, URI, names.uris());
        return DerWriter.sequence(encoded);
    }

    private static void texts(List<byte[]> encoded, int kind, List<String> values) {
        for (var value : values) {
            if (!StandardCharsets.US_ASCII.newEncoder().canEncode(value)) {
                throw new IllegalArgumentException(
                        "A certificate's alternative name must be ASCII, this is not: " + value);
            }
            encoded.add(DerWriter.implicit(kind, value.getBytes(StandardCharsets.US_ASCII)));
        }
    }
}
