package dev.kcm.cli.advisories;

import dev.kcm.model.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One entry of the OSV database.
record Advisory(Json entry) {
    private static final String MAVEN = "Maven";
    private static final String FROM_THE_BEGINNING = "0";
    private static final String WITHOUT_LIMIT = "*";

    /// A change at a version: from here on, or before here, it is affected.
    private record Event(String kind, String version) {
        MavenVersion at() {
            return MavenVersion.parse(version);
        }

        /// Whether a version is affected that this event has to do with, if it has.
        Optional<Boolean> says(MavenVersion version) {
            return switch (kind) {
                case "introduced" ->
                    this.version.equals(FROM_THE_BEGINNING) || version.compareTo(at()) >= 0
                            ? Optional.of(true)
                            : Optional.empty();
                case "fixed" -> version.compareTo(at()) >= 0 ? Optional.of(false) : Optional.empty();
                case "last_affected" -> version.compareTo(at()) > 0 ? Optional.of(false) : Optional.empty();
                default -> Optional.empty();
            };
        }
    }

    String id() {
        return entry.textAt("id").orElse("");
    }

    /// When it was last changed, as text; empty if it does not say.
    String modified() {
        return entry.textAt("modified").orElse("");
    }

    boolean isWithdrawn() {
        return entry.textAt("withdrawn").isPresent();
    }

    boolean concerns(Component component) {
        return affected(component)
                .anyMatch(affected -> isListed(affected, component.version())
                        || affected.itemsAt("ranges").stream().anyMatch(range -> isInside(range, component.version())));
    }

    /// What it is, and since when it is mended.
    String describe(Component component) {
        var others = entry.itemsAt("aliases").stream()
                .flatMap(alias -> alias.textAt().stream())
                .collect(Collectors.joining(", "));
        var fixed = affected(component)
                .flatMap(affected -> affected.itemsAt("ranges").stream())
                .flatMap(Advisory::events)
                .filter(event -> event.kind().equals("fixed"))
                .map(Event::version)
                .distinct()
                .collect(Collectors.joining(", "));
        return "%s %s: %s%s: %s%s"
                .formatted(
                        component.name(),
                        component.version(),
                        id(),
                        others.isEmpty() ? "" : " (" + others + ")",
                        entry.textAt("summary").orElse("no summary"),
                        fixed.isEmpty() ? "" : "; fixed in " + fixed);
    }

    private Stream<Json> affected(Component component) {
        return entry.itemsAt("affected").stream()
                .filter(it -> it.textAt("package", "ecosystem").orElse("").equals(MAVEN)
                        && it.textAt("package", "name").orElse("").equals(component.name()));
    }

    private static boolean isListed(Json affected, String version) {
        return affected.itemsAt("versions").stream()
                .flatMap(listed -> listed.textAt().stream())
                .anyMatch(version::equals);
    }

    /// OSV's rule: of the events in the order of their versions, the last that has to do with it decides; and it must
    /// be below one of the limits, where there are any.
    private static boolean isInside(Json range, String text) {
        if (range.textAt("type").orElse("").equals("GIT")) {
            return false;
        }
        var version = MavenVersion.parse(text);
        List<Event> limits =
                events(range).filter(event -> event.kind().equals("limit")).toList();
        boolean isBelow = limits.isEmpty()
                || limits.stream()
                        .anyMatch(limit -> limit.version().equals(WITHOUT_LIMIT) || version.compareTo(limit.at()) < 0);
        return isBelow
                && events(range)
                        .sorted(Comparator.comparing(
                                        (Event event) -> !event.version().equals(FROM_THE_BEGINNING))
                                .thenComparing(Event::at))
                        .flatMap(event -> event.says(version).stream())
                        .reduce(false, (_, later) -> later);
    }

    private static Stream<Event> events(Json range) {
        return range.itemsAt("events").stream()
                .flatMap(event -> Stream.of("introduced", "fixed", "last_affected", "limit")
                        .flatMap(kind -> event.textAt(kind).stream().map(version -> new Event(kind, version))));
    }
}
