package dev.kcm.manager.options;

import dev.kcm.base.flags.FlagType;
import dev.kcm.base.flags.FlagTypes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A certificate and key for some host names.
///
/// @param names domain patterns; empty for the names inside the certificate
public record NamedCertificate(String certFile, String keyFile, List<String> names) {
    static final FlagType<List<NamedCertificate>> TYPE = FlagType.of(
                    "namedCertKey", text -> List.of(parse(text)), NamedCertificate::print, List.<NamedCertificate>of())
            .mergedBy(FlagTypes.joined())
            .alwaysShown();

    private static NamedCertificate parse(String text) {
        String[] filesAndNames = text.split(":", 2);
        var names = filesAndNames.length == 1
                ? List.<String>of()
                : Stream.of(filesAndNames[1].strip().split(",", -1))
                        .map(String::strip)
                        .toList();
        if (names.equals(List.of(""))) {
            throw new IllegalArgumentException("there are no names after the colon");
        }
        String[] files = filesAndNames[0].strip().split(",", -1);
        if (files.length != 2) {
            throw new IllegalArgumentException(
                    "write certificate and key file with a comma between, for example a.crt,a.key");
        }
        return new NamedCertificate(files[0].strip(), files[1].strip(), names);
    }

    private static String print(List<NamedCertificate> certificates) {
        return certificates.stream().map(NamedCertificate::toString).collect(Collectors.joining(";", "[", "]"));
    }

    @Override
    public String toString() {
        return certFile + "," + keyFile + (names.isEmpty() ? "" : ":" + String.join(",", names));
    }
}
