package dev.kcm.base.flags;

import dev.kcm.base.GoText;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// IP addresses in the forms Go reads and writes: dotted quads without leading zeros, and IPv6 with
/// its longest run of zeros left out.
public final class IpText {
    private static final Pattern DOTTED_QUAD =
            Pattern.compile("(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final int GROUPS = 8;

    private IpText() {}

    /// Reads an address; never looks a name up.
    public static InetAddress parse(String text) {
        String address = text.strip();
        if (DOTTED_QUAD.matcher(address).matches() || IPV6.matcher(address).matches()) {
            try {
                return InetAddress.ofLiteral(address);
            } catch (IllegalArgumentException _) {
                // Said below.
            }
        }
        throw new IllegalArgumentException(
                "%s is no IP address: write for example 127.0.0.1 or ::1".formatted(GoText.quote(text)));
    }

    public static String print(InetAddress address) {
        return address instanceof Inet4Address ? address.getHostAddress() : printSix(address.getAddress());
    }

    private static String printSix(byte[] bytes) {
        var groups = new ArrayList<Integer>(GROUPS);
        for (int at = 0; at < bytes.length; at += 2) {
            groups.add(((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff));
        }
        var longest = longestZeros(groups);
        var text = new StringBuilder();
        for (int at = 0; at < GROUPS; at++) {
            if (longest.length() > 1 && at == longest.start()) {
                text.append("::");
                at += longest.length() - 1;
            } else {
                boolean needsColon = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
                text.append(needsColon ? ":" : "").append(Integer.toHexString(groups.get(at)));
            }
        }
        return text.toString();
    }

    private record Run(int start, int length) {}

    private static Run longestZeros(List<Integer> groups) {
        var best = new Run(0, 0);
        int start = 0;
        for (int at = 0; at < groups.size(); at++) {
            if (groups.get(at) != 0) {
                start = at + 1;
            } else if (at + 1 - start > best.length()) {
                best = new Run(start, at + 1 - start);
            }
        }
        return best;
    }
}
