package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.controller.LiveAnswer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientInventoryTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final UnreliableServer server = new UnreliableServer(clock);
    private final ClientInventory inventory = new ClientInventory(
            new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics()), clock);

    @Test
    void lists_what_is_there() {
        server.put("a", "1");

        assertThat(inventory.contents(ConfigMap.CONFIG_MAPS, "default"))
                .isInstanceOfSatisfying(
                        LiveAnswer.Found.class,
                        found -> assertThat((List<?>) found.object()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405})
    void what_is_not_served_or_cannot_be_listed_is_not_there(int code) {
        refuse(code);

        assertThat(inventory.contents(ConfigMap.CONFIG_MAPS, "default")).isInstanceOf(LiveAnswer.Absent.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 406, 415, 500})
    void any_other_refusal_says_nothing_about_what_is_there(int code) {
        refuse(code);

        assertThat(inventory.contents(ConfigMap.CONFIG_MAPS, "default")).isInstanceOf(LiveAnswer.Unknown.class);
    }

    private void refuse(int code) {
        server.refuse(operation -> operation instanceof Operation.ListObjects, code, "Refused");
    }
}
