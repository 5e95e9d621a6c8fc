package dev.kcm.runtime.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.core.v1.ObjectReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What client-go's correlator made of 4000 random events (src/test/go/events says how the table
/// was made) is what ours makes of them.
class CorrelatorParityTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualClock clock = new VirtualClock(START);
    private final EventCorrelator correlator =
            new EventCorrelator(EventOrigin.of("replicaset-controller"), clock, new EventNames(new Random(1)));
    private final Map<String, Integer> lineOf = new HashMap<>();

    @Test
    void decides_as_client_go_does() throws IOException {
        var lines = table();
        assertThat(lines).hasSize(4000);
        for (int number = 1; number <= lines.size(); number++) {
            var fields = List.of(lines.get(number - 1).split("\t"));
            assertThat(outcome(number, fields))
                    .as("line %s: %s", number, fields)
                    .isEqualTo(String.join("\t", fields.subList(4, fields.size())));
        }
    }

    private String outcome(int line, List<String> fields) {
        var at = START.plusSeconds(Long.parseLong(fields.getFirst()));
        clock.advance(Duration.between(clock.instant(), at));
        var about = ObjectReference.builder()
                .kind("ReplicaSet")
                .apiVersion("apps/v1")
                .namespace("shop")
                .name(fields.get(1))
                .uid("u")
                .build();
        var content = new EventContent(about, EventType.NORMAL, fields.get(2), fields.get(3), "line-" + line, at);
        return correlator.correlate(content).map(write -> print(line, write)).orElse("skip");
    }

    private String print(int line, EventWrite write) {
        var event = write.event();
        return "%s\t%s\t%s\t%s"
                .formatted(
                        write instanceof EventWrite.Create ? "create" : "patch",
                        event.count(),
                        event.message(),
                        lineOf.computeIfAbsent(event.name(), _ -> line));
    }

    private static List<String> table() throws IOException {
        try (var in = CorrelatorParityTest.class.getResourceAsStream("correlation.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
