package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.network.endpointslice.Slices.HTTP;
import static dev.kcm.controllers.network.endpointslice.Slices.endpoint;
import static dev.kcm.controllers.network.endpointslice.Slices.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.slices.EndpointIdentity;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicePackingTest {

    /// Slices are written `name=pods`; a pod in capitals changed. Four fit into a slice.
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "nothing changed          | s1=ab s2=cd   | abcd      | -",
                "a pod went               | s1=ab s2=cd   | acd       | update s1=a",
                "a pod changed            | s1=ab s2=cd   | abCd      | update s2=Cd",
                "all of a slice went      | s1=ab s2=cd   | cd        | delete s1",
                "new into the written one | s1=ab s2=cd   | acde      | update s1=ae",
                "new into the fullest     | s1=abc s2=d   | abcde     | update s1=abce",
                "one that has the room    | s1=abc s2=d   | abcdef    | update s2=def",
                "none has the room        | s1=abc s2=def | abcdefgh  | create gh",
                "more than one slice      | s1=abcd       | abcdefghi | create efgh, create i",
                "written slices first     | s1=abc s2=de  | bcdEfghi  | update s1=bcfg, update" + " s2=dEhi",
                "no slices yet            | -             | abcde     | create abcd, create e",
                "twice the same           | s1=ab s2=bc   | abc       | update s2=c",
            })
    void writes_as_little_as_can_be(String why, String before, String wanted, String expected) {
        var changes = SlicePacking.pack(group(wanted), existing(before), 4, _ -> false);

        assertThat(described(changes)).as(why).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource({"s1=ab s2=cd, abcd, s1, update s1=ab", "s1=abc s2=de, abcdef, s2, update s2=def"})
    void an_outdated_slice_is_written_and_so_gets_what_is_new(
            String before, String wanted, String outdated, String expected) {
        var changes = SlicePacking.pack(
                group(wanted), existing(before), 4, slice -> slice.name().equals(outdated));

        assertThat(described(changes)).isEqualTo(expected);
    }

    private static PortGroup group(String pods) {
        var endpoints = new LinkedHashMap<EndpointIdentity, Endpoint>();
        pods.chars()
                .mapToObj(Character::toString)
                .map(SlicePackingTest::pod)
                .forEach(endpoint -> endpoints.put(EndpointIdentity.of(endpoint), endpoint));
        return new PortGroup("IPv4", List.of(HTTP), endpoints);
    }

    private static List<EndpointSlice> existing(String slices) {
        return slices == null
                ? List.of()
                : Arrays.stream(slices.split(" "))
                        .map(text -> text.split("="))
                        .map(parts -> slice(
                                parts[0],
                                parts[1].chars()
                                        .mapToObj(Character::toString)
                                        .map(SlicePackingTest::pod)
                                        .toArray(Endpoint[]::new)))
                        .toList();
    }

    private static Endpoint pod(String letter) {
        var endpoint = endpoint(letter.toLowerCase(Locale.ROOT));
        return Character.isUpperCase(letter.charAt(0)) ? endpoint.withZone("elsewhere") : endpoint;
    }

    private static String described(SliceChanges changes) {
        var lines = new ArrayList<String>();
        changes.builders().stream()
                .map(builder -> builder.existing()
                                .map(slice -> "update " + slice.name() + "=")
                                .orElse("create ")
                        + letters(builder.endpoints()))
                .sorted()
                .forEach(lines::add);
        changes.deleted().forEach(slice -> lines.add("delete " + slice.name()));
        return String.join(", ", lines);
    }

    private static String letters(List<Endpoint> endpoints) {
        return endpoints.stream()
                .map(endpoint -> {
                    var name = endpoint.targetRef().orElseThrow().name();
                    return endpoint.zone().isPresent() ? name.toUpperCase(Locale.ROOT) : name;
                })
                .collect(Collectors.joining());
    }
}
