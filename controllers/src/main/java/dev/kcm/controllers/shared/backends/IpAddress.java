package dev.kcm.controllers.shared.backends;

import dev.kcm.base.flags.IpText;
import java.net.Inet4Address;
import java.util.Optional;
import java.util.regex.Pattern;

/// An IP address in its usual spelling.
public record IpAddress(IpFamily family, String text) {
    private static final Pattern LEADING_ZEROS = Pattern.compile("\\b0+(?=\\d)");

    /// Reads any spelling, zeros in front of numbers included, which old objects may have; nothing
    /// if it is none.
    public static Optional<IpAddress> read(String address) {
        try {
            var parsed = IpText.parse(LEADING_ZEROS.matcher(address).replaceAll(""));
            return Optional.of(new IpAddress(
                    parsed instanceof Inet4Address ? IpFamily.IPV4 : IpFamily.IPV6, IpText.print(parsed)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
