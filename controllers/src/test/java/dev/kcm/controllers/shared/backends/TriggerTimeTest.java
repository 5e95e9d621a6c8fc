package dev.kcm.controllers.shared.backends;

import static dev.kcm.controllers.shared.backends.Network.CREATED;
import static dev.kcm.controllers.shared.backends.Network.NOW;
import static dev.kcm.controllers.shared.backends.Network.pending;
import static dev.kcm.controllers.shared.backends.Network.readySince;
import static dev.kcm.controllers.shared.backends.Network.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriggerTimeTest {
    private static final Instant EARLY = NOW.minusSeconds(30);
    private static final Instant LATE = NOW.minusSeconds(10);

    @Test
    void the_first_sync_has_the_services_creation() {
        assertThat(TriggerTime.of(service("web"), List.of(since(LATE, "a")), Optional.empty()))
                .contains(CREATED);
    }

    @Test
    void a_later_sync_has_the_earliest_change_since() {
        var last = last(since(EARLY, "a"), pending("b"), pending("c"));

        assertThat(trigger(last, since(EARLY, "a"), since(LATE, "b"), since(NOW, "c")))
                .contains(LATE);
    }

    @Test
    void a_pod_nobody_saw_before_counts_with_its_own_time() {
        assertThat(trigger(last(since(LATE, "a")), since(LATE, "a"), since(EARLY, "b")))
                .contains(EARLY);
    }

    @Test
    void a_pod_that_is_gone_has_no_time() {
        assertThat(trigger(last(since(EARLY, "a"), since(LATE, "b")), since(EARLY, "a")))
                .isEmpty();
    }

    @Test
    void time_that_went_back_is_no_news() {
        assertThat(trigger(last(since(LATE, "a")), since(EARLY, "a"))).isEmpty();
    }

    @Test
    void a_service_made_anew_counts_as_a_change() {
        var last = new TriggerTime.LastSync(Optional.of(CREATED.minusSeconds(9)), List.of());

        assertThat(TriggerTime.of(service("web"), List.of(), Optional.of(last))).contains(CREATED);
    }

    @Test
    void the_annotation_goes_when_there_is_no_time() {
        var noted = TriggerTime.annotated(Map.of("mine", "stays"), Optional.of(LATE));

        assertThat(noted)
                .containsEntry(Annotations.TRIGGER_TIME, "2026-06-01T11:59:50Z")
                .containsEntry("mine", "stays");
        assertThat(TriggerTime.annotated(noted, Optional.empty())).containsOnlyKeys("mine");
    }

    private static Optional<Instant> trigger(TriggerTime.LastSync last, LeanPod... pods) {
        return TriggerTime.of(service("web"), List.of(pods), Optional.of(last));
    }

    private static TriggerTime.LastSync last(LeanPod... pods) {
        return TriggerTime.LastSync.at(service("web"), List.of(pods));
    }

    private static LeanPod since(Instant time, String name) {
        return readySince(time, name, "10.0.0.1");
    }
}
