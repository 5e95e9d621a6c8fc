package dev.kcm.controllers.shared.nodes;

import dev.kcm.base.flags.IpText;
import java.math.BigInteger;
import java.util.Optional;

/// A range of IP addresses, such as `10.244.0.0/16`.
public record AddressRange(int bits, BigInteger first, BigInteger last) {

    /// Nothing if the text is no range. Bits behind the prefix are ignored.
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        try {
            var address = IpText.parse(text.substring(0, slash)).getAddress();
            int bits = address.length * Byte.SIZE;
            int prefix = Integer.parseInt(text.substring(slash + 1));
            if (prefix < 0 || prefix > bits) {
                return Optional.empty();
            }
            var hosts = BigInteger.ONE.shiftLeft(bits - prefix).subtract(BigInteger.ONE);
            var first = new BigInteger(1, address).andNot(hosts);
            return Optional.of(new AddressRange(bits, first, first.or(hosts)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public boolean isIpv6() {
        return bits > Integer.SIZE;
    }

    /// Whether the first or the last address of another range is in this one.
    public boolean containsAnEndOf(AddressRange other) {
        return bits == other.bits && (contains(other.first) || contains(other.last));
    }

    private boolean contains(BigInteger address) {
        return first.compareTo(address) <= 0 && address.compareTo(last) <= 0;
    }
}
