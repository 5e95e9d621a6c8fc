package dev.kcm.controllers.storage.persistentvolumebinder;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A set of access modes. There are four of them, so that all sets can be gone through.
record AccessModes(int bits) {
    private static final List<String> ALL =
            List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod");

    private static final List<AccessModes> BY_COUNT = IntStream.range(0, 1 << ALL.size())
            .mapToObj(AccessModes::new)
            .sorted(Comparator.comparingInt(AccessModes::count).thenComparingInt(AccessModes::bits))
            .toList();

    static AccessModes of(Collection<String> modes) {
        int bits = 0;
        for (var mode : modes) {
            int at = ALL.indexOf(mode);
            bits |= at < 0 ? 0 : 1 << at;
        }
        return new AccessModes(bits);
    }

    boolean contains(AccessModes others) {
        return (bits & others.bits) == others.bits;
    }

    /// The sets that have these, those with the fewest modes first: upstream prefers a volume that offers no more than
    /// was asked for, whatever its size.
    List<AccessModes> supersets() {
        return BY_COUNT.stream().filter(modes -> modes.contains(this)).toList();
    }

    /// The sets of some of these.
    List<AccessModes> subsets() {
        return BY_COUNT.stream()
                .filter(modes -> modes.bits != 0 && contains(modes))
                .toList();
    }

    private int count() {
        return Integer.bitCount(bits);
    }
}
