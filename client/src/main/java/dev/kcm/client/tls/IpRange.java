package dev.kcm.client.tls;

import java.net.InetAddress;
import java.util.Optional;

/// A range of addresses as `NO_PROXY` writes it: `10.0.0.0/8`.
record IpRange(InetAddress base, int bits) {

    static Optional<IpRange> parse(String text) {
        int slash = text.indexOf('/');
        var bits = text.substring(slash + 1);
        if (bits.isEmpty() || bits.length() > 3 || !bits.chars().allMatch(Character::isDigit)) {
            return Optional.empty();
        }
        return literal(text.substring(0, slash))
                .map(base -> new IpRange(base, Integer.parseInt(bits)))
                .filter(range -> range.bits() <= range.base().getAddress().length * 8);
    }

    /// The address, if `text` is one; names are never looked up.
    static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    boolean contains(String host) {
        return literal(host).filter(this::contains).isPresent();
    }

    private boolean contains(InetAddress address) {
        var one = base.getAddress();
        var other = address.getAddress();
        if (one.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if (((one[bit >> 3] ^ other[bit >> 3]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
