package dev.kcm.controllers.shared.nodes;

import dev.kcm.base.flags.IpText;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// A range of IP addresses, such as `10.244.0.0/16`.
///
/// @param bits of an address of its family
public record AddressRange(int bits, BigInteger first, BigInteger last) {
    private static final Pattern LEADING_ZEROS = Pattern.compile("(?<![0-9a-fA-F:])0+(?=\\d)");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,3}");

    /// Nothing if the text is no range. Bits behind the prefix are ignored, and so are zeros before a number: old flags
    /// and objects may have some.
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
            return Optional.empty();
        }
        try {
            var plain = LEADING_ZEROS.matcher(text.substring(0, slash)).replaceAll("");
            var address = IpText.parse(plain).getAddress();
            int prefix = Integer.parseInt(text.substring(slash + 1));
            return !plain.equals(plain.strip()) || prefix > address.length * Byte.SIZE
                    ? Optional.empty()
                    : Optional.of(of(new BigInteger(1, address), prefix, address.length * Byte.SIZE));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The range of this prefix length that has the address.
    private static AddressRange of(BigInteger address, int prefix, int bits) {
        var hosts = BigInteger.ONE.shiftLeft(bits - prefix).subtract(BigInteger.ONE);
        var first = address.andNot(hosts);
        return new AddressRange(bits, first, first.or(hosts));
    }

    public boolean isIpv6() {
        return bits > Integer.SIZE;
    }

    /// How many bits all of its addresses share.
    public int prefix() {
        return bits - last.xor(first).bitLength();
    }

    /// One of the equal parts of a longer prefix that it consists of.
    ///
    /// @param index from 0
    public AddressRange part(int prefix, int index) {
        return of(first.add(BigInteger.valueOf(index).shiftLeft(bits - prefix)), prefix, bits);
    }

    /// The part of this prefix that has the address, which must be in the range.
    public int indexOf(BigInteger address, int prefix) {
        return address.subtract(first).shiftRight(bits - prefix).intValueExact();
    }

    /// Whether they have addresses in common; then one of them has all of the other's.
    public boolean overlaps(AddressRange other) {
        return containsAnEndOf(other) || other.containsAnEndOf(this);
    }

    /// Whether the first or the last address of another range is in this one.
    public boolean containsAnEndOf(AddressRange other) {
        return bits == other.bits && (contains(other.first) || contains(other.last));
    }

    private boolean contains(BigInteger address) {
        return first.compareTo(address) <= 0 && address.compareTo(last) <= 0;
    }

    /// As people write it.
    @Override
    public String toString() {
        return IpText.print(address()) + "/" + prefix();
    }

    private InetAddress address() {
        var bytes = new byte[bits / Byte.SIZE];
        var number = first.toByteArray();
        int length = Math.min(number.length, bytes.length);
        System.arraycopy(number, number.length - length, bytes, bytes.length - length, length);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("No address: " + Arrays.toString(bytes), impossible);
        }
    }
}
