package dev.kcm.cli.advisories;

import dev.kcm.model.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A part of a distribution.
///
/// @param name `group:artifact`, as OSV names Maven packages
record Component(String name, String version) {
    private static final String MAVEN = "pkg:maven/";

    /// The Maven parts of a CycloneDX bill of materials.
    ///
    /// @throws IllegalArgumentException if it is none
    static List<Component> of(Json bill) {
        if (!bill.textAt("bomFormat").orElse("").equals("CycloneDX")) {
            throw new IllegalArgumentException("it is no CycloneDX bill of materials in JSON");
        }
        return bill.itemsAt("components").stream()
                .flatMap(component -> component.textAt("purl").stream())
                .flatMap(address -> ofAddress(address).stream())
                .distinct()
                .toList();
    }

    /// `pkg:maven/GROUP/ARTIFACT@VERSION?…`
    private static Optional<Component> ofAddress(String address) {
        if (!address.startsWith(MAVEN)) {
            return Optional.empty();
        }
        var text = address.substring(MAVEN.length()).replaceFirst("[?#].*", "");
        int version = text.lastIndexOf('@');
        int artifact = text.lastIndexOf('/', version);
        if (version < 0 || artifact < 0) {
            throw new IllegalArgumentException("\"%s\" names no version".formatted(address));
        }
        return Optional.of(new Component(
                decoded(text.substring(0, artifact)) + ":" + decoded(text.substring(artifact + 1, version)),
                decoded(text.substring(version + 1))));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
