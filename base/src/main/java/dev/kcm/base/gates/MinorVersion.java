package dev.kcm.base.gates;

import java.util.regex.Pattern;

/// A Kubernetes release without its patch number, such as 1.36.
public record MinorVersion(int major, int minor) implements Comparable<MinorVersion> {
    private static final Pattern TEXT =
            Pattern.compile("v?(0|[1-9]\\d{0,5})\\.(0|[1-9]\\d{0,5})(?:\\.(0|[1-9]\\d{0,5}))?");

    /// Reads `1.36`, `v1.36` or `1.36.0`; a patch number other than 0 is refused.
    public static MinorVersion parse(String text) {
        var parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no version: write major.minor, for example 1.36".formatted(text));
        }
        String patch = parts.group(3);
        if (patch != null && !patch.equals("0")) {
            throw new IllegalArgumentException("\"%s\" has a patch version: write major.minor only, for example %s.%s"
                    .formatted(text, parts.group(1), parts.group(2)));
        }
        return new MinorVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    public MinorVersion previous() {
        return new MinorVersion(major, Math.max(0, minor - 1));
    }

    public boolean isAtLeast(MinorVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(MinorVersion other) {
        int byMajor = Integer.compare(major, other.major);
        return byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
