package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.network.endpointslice.Slices.endpoint;
import static dev.kcm.controllers.network.endpointslice.Slices.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointHints;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficDistributionHintsTest {
    private static final Endpoint UNREADY = endpoint("u", "zone-a").withConditions(c -> c.ready(false));

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "PreferClose, true, zone",
                "PreferClose, false, zone",
                "PreferSameZone, true, zone",
                "PreferSameZone, false, -",
                "PreferSameNode, true, node",
                "PreferSameNode, false, -",
                "Anything, true, -",
                "-, true, -"
            })
    void the_field_asks_for_zones_or_nodes(String field, boolean newNames, String expected) {
        var hints = TrafficDistributionHints.of(Optional.ofNullable(field), newNames);

        assertThat(hints.map(near -> near.alsoByNode() ? "node" : "zone").orElse(null))
                .isEqualTo(expected);
    }

    @Test
    void ready_endpoints_are_meant_for_their_own_zone() {
        var builders = new TrafficDistributionHints(false)
                .on(written(endpoint("a", "zone-a"), UNREADY))
                .changes();

        assertThat(hints(builders, 0).forZones()).extracting("name").containsExactly("zone-a");
        assertThat(hints(builders, 0).forNodes()).isEmpty();
        assertThat(builders.builders().getFirst().endpoints().get(1).hints()).isEmpty();
    }

    @Test
    void and_for_their_own_node_if_asked_for() {
        var builders = new TrafficDistributionHints(true).on(written(endpoint("a", "zone-a"), endpoint("b")));

        assertThat(hints(builders.changes(), 0).forZones()).hasSize(1);
        assertThat(hints(builders.changes(), 0).forNodes()).extracting("name").containsExactly("node-1");
        assertThat(hints(builders.changes(), 1).forZones()).isEmpty();
        assertThat(hints(builders.changes(), 1).forNodes()).hasSize(1);
    }

    @Test
    void only_slices_with_wrong_hints_are_written() {
        var right = slice("right", endpoint("a", "zone-a").withHints(h -> h.addForZones(z -> z.name("zone-a"))));
        var missing = slice("missing", endpoint("b", "zone-a"));
        var stale = slice("stale", endpoint("c").withHints(h -> h.addForZones(z -> z.name("x"))));
        var changes = new TrafficDistributionHints(false)
                .on(new SliceChanges(List.of(), List.of(), List.of(right, missing, stale)))
                .changes();

        assertThat(changes.unchanged()).containsExactly(right);
        assertThat(changes.builders())
                .extracting(
                        builder -> builder.existing().map(EndpointSlice::name).orElse(""))
                .containsExactly("missing", "stale");
        assertThat(changes.builders().get(1).endpoints().getFirst().hints()).isEmpty();
    }

    @Test
    void without_the_field_hints_go() {
        var hinted = slice("s", endpoint("a").withHints(h -> h.addForZones(z -> z.name("zone-a"))));
        var plain = slice("p", endpoint("b"));
        var changes = Hints.NONE
                .on(new SliceChanges(List.of(), List.of(), List.of(hinted, plain)))
                .changes();

        assertThat(changes.unchanged()).containsExactly(plain);
        assertThat(changes.builders().getFirst().endpoints().getFirst().hints()).isEmpty();
    }

    private static SliceChanges written(Endpoint... endpoints) {
        return new SliceChanges(List.of(SliceBuilder.of(slice("s", endpoints))), List.of(), List.of());
    }

    private static EndpointHints hints(SliceChanges changes, int endpoint) {
        return changes.builders().getFirst().endpoints().get(endpoint).hints().orElse(EndpointHints.EMPTY);
    }
}
