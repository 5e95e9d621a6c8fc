package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.network.endpointslice.Slices.endpoint;
import static dev.kcm.controllers.network.endpointslice.Slices.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.value.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionalHintsTest {

    /// `a4 b4` are zones with their CPU, or with the endpoints that run there or are meant for
    /// them.
    @ParameterizedTest
    @CsvSource({
        "evenly,                     a4 b4,    a2 b2,     a2 b2",
        "one zone has none,          a4 b4,    a4,        a2 b2",
        "a small zone has too many,  a6 b2,    a2 b6,     a6 b2",
        "little is right enough,     a4 b4 c4, a3 b3 c4,  a3 b3 c4",
        "three zones,                a4 b4 c4, a6,        a2 b2 c2",
        "a zone without nodes stays, a4 b4,    a3 b3 z2,  a3 b3 z2"
    })
    void endpoints_are_meant_for_zones_by_their_share(String why, String zones, String running, String expected) {
        var hinted = new ProportionalHints(capacity(zones), true).on(fresh(running));

        assertThat(meantFor(hinted)).as(why).isEqualTo(counts(expected));
        assertThat(hinted.notice().orElseThrow().message()).isEqualTo("Topology Aware Hints has been enabled");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "a4,    a2,    \"Insufficient Node information: allocatable CPU or zone not"
                        + " specified on one or more nodes\"",
                "a4 b4, a1,    \"Insufficient number of endpoints (1 endpoints, 2 zones)\"",
                "a9 b1, a1 b1, \"Unable to allocate minimum required endpoints to each zone without"
                        + " exceeding overload threshold (2 endpoints, 2 zones)\""
            })
    void where_shares_cannot_be_given_there_are_no_hints_and_users_learn_why(String zones, String running, String why) {
        var hinted = new ProportionalHints(capacity(zones), false).on(fresh(running));

        assertThat(meantFor(hinted)).isEmpty();
        assertThat(hinted.notice().orElseThrow().reason()).isEqualTo(Reasons.HINTS_DISABLED);
        assertThat(hinted.notice().orElseThrow().message()).isEqualTo(why);
    }

    @Test
    void an_endpoint_without_a_zone_ends_it() {
        var changes = new SliceChanges(
                List.of(SliceBuilder.of(
                        slice("s", endpoint("1", "a"), endpoint("2", "b"), endpoint("3", "b"), endpoint("4")))),
                List.of(),
                List.of());

        var hinted = new ProportionalHints(capacity("a4 b4"), true).on(changes);

        assertThat(meantFor(hinted)).isEmpty();
        assertThat(hinted.notice().orElseThrow().message())
                .isEqualTo("One or more endpoints do not have a zone specified");
    }

    @Test
    void slices_that_are_right_enough_are_left_alone() {
        var first = new ProportionalHints(capacity("a4 b4"), true).on(fresh("a4 b2"));
        var settled =
                slice("s", first.changes().builders().getFirst().endpoints().toArray(Endpoint[]::new));
        var before = new SliceChanges(List.of(), List.of(), List.of(settled));

        var again = new ProportionalHints(capacity("a4 b4"), false).on(before);

        assertThat(again.changes()).isEqualTo(before);
        assertThat(again.notice()).isEmpty();
    }

    @Test
    void slices_that_leave_a_new_zone_too_little_are_opened() {
        var first = new ProportionalHints(capacity("a4 b4"), true).on(fresh("a3 b3"));
        var settled =
                slice("s", first.changes().builders().getFirst().endpoints().toArray(Endpoint[]::new));

        var again = new ProportionalHints(capacity("a4 b4 c4"), false)
                .on(new SliceChanges(List.of(), List.of(), List.of(settled)));

        assertThat(meantFor(again)).isEqualTo(counts("a2 b2 c2"));
    }

    @Test
    void capacity_kept_node_by_node_is_the_capacity_counted_anew() {
        var random = new Random(7);
        var nodes = new ArrayList<Node>();
        var running = ZoneCapacity.NONE;
        for (int change = 0; change < 500; change++) {
            if (random.nextBoolean() || nodes.isEmpty()) {
                var node = anyNode(random);
                nodes.add(node);
                running = ZoneCapacity.TALLY.add().apply(running, node);
            } else {
                var node = nodes.remove(random.nextInt(nodes.size()));
                running = ZoneCapacity.TALLY.remove().apply(running, node);
            }
            assertThat(running).isEqualTo(ZoneCapacity.TALLY.recount(nodes));
        }
    }

    @Test
    void one_node_that_does_not_show_its_zone_is_enough_to_know_nothing() {
        var nodes = List.of(node("a", "4", true), node("b", "4", true), node("", "4", true));

        assertThat(ZoneCapacity.TALLY.recount(nodes).shares()).isEmpty();
        assertThat(ZoneCapacity.TALLY.recount(nodes.subList(0, 2)).shares()).isPresent();
    }

    @Test
    void unready_nodes_and_the_control_plane_do_not_count() {
        var nodes = List.of(
                node("a", "4", true),
                node("b", "4", true),
                node("", "4", false),
                node("c", "9", true).withMetadata(m -> m.putLabels(Labels.CONTROL_PLANE, "")));

        assertThat(ZoneCapacity.TALLY.recount(nodes).shares().orElseThrow()).isEqualTo(Map.of("a", 0.5, "b", 0.5));
    }

    private static Node anyNode(Random random) {
        return node(
                List.of("a", "b", "c", "").get(random.nextInt(4)),
                List.of("4", "1500m", "0").get(random.nextInt(3)),
                random.nextInt(4) > 0);
    }

    private static Node node(String zone, String cpu, boolean ready) {
        return Node.builder()
                .metadata(m -> {
                    if (!zone.isEmpty()) {
                        m.putLabels(Labels.ZONE, zone);
                    }
                })
                .status(status -> status.putAllocatable("cpu", Quantity.parse(cpu))
                        .addConditions(c -> c.type("Ready").status(ready ? "True" : "False")))
                .build();
    }

    private static ZoneCapacity capacity(String zones) {
        return ZoneCapacity.TALLY.recount(counts(zones).entrySet().stream()
                .map(zone -> node(zone.getKey(), zone.getValue().toString(), true))
                .toList());
    }

    private static SliceChanges fresh(String running) {
        var endpoints = new ArrayList<Endpoint>();
        counts(running)
                .forEach((zone, count) ->
                        IntStream.range(0, count).forEach(i -> endpoints.add(endpoint(zone + i, zone))));
        return new SliceChanges(
                List.of(SliceBuilder.of(slice("s", endpoints.toArray(Endpoint[]::new)))), List.of(), List.of());
    }

    private static Map<String, Integer> meantFor(Hints.Hinted hinted) {
        var counts = new TreeMap<String, Integer>();
        hinted.changes()
                .endpoints()
                .flatMap(endpoint -> endpoint.hints().stream())
                .flatMap(hints -> hints.forZones().stream())
                .forEach(zone -> counts.merge(zone.name(), 1, Integer::sum));
        return counts;
    }

    private static Map<String, Integer> counts(String text) {
        return Arrays.stream(text.strip().split(" +"))
                .collect(Collectors.toMap(
                        one -> one.substring(0, 1),
                        one -> Integer.parseInt(one.substring(1)),
                        Integer::sum,
                        TreeMap::new));
    }
}
