package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Each test plays the owner: makes the moves by saying how they went.
class ElectionStateTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00.123456789Z");
    private static final Instant START_MICROS = Instant.parse("2026-01-01T00:00:00.123456Z");

    private final VirtualClock clock = new VirtualClock(START);
    private final ElectionState candidacy =
            new ElectionState(ElectionSettings.usual("lease", "me", LeaseTimes.USUAL), clock, new Random(1));

    @Test
    void creates_a_lease_that_does_not_exist_and_leads() {
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.empty());

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Create(held("me", START_MICROS, 0)));
        assertThat(candidacy.term()).isEmpty();
        candidacy.written();

        assertThat(candidacy.term().orElseThrow().isOpen()).isTrue();
        assertThat(candidacy.next()).isEqualTo(rest(2));
    }

    @Test
    void renews_every_two_seconds_on_top_of_what_it_wrote() {
        lead();
        clock.advance(seconds(2));

        var renewed = (ElectionStep.Replace) candidacy.next();

        assertThat(renewed.record().acquiredAt()).contains(START_MICROS);
        assertThat(renewed.record().renewedAt()).contains(START_MICROS.plusSeconds(2));
        assertThat(renewed.record().transitions()).isZero();
        assertThat(candidacy.longWays()).isZero();
    }

    @Test
    void waits_for_a_lease_that_another_holds_however_old_its_timestamps_are() {
        candidacy.next();
        candidacy.found(Optional.of(held("other", Instant.EPOCH, 3)));

        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
        assertThat(candidacy.term()).isEmpty();
    }

    @Test
    void polls_with_jitter_while_it_has_no_watch() {
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 3)));

        var rest = (ElectionStep.Rest) candidacy.next();

        assertThat(rest.duration()).isBetween(seconds(2), Duration.ofMillis(4400));
    }

    @Test
    void with_a_watch_it_rests_until_the_lease_would_run_out() {
        candidacy.watching(true);
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 3)));
        assertThat(candidacy.next()).isEqualTo(rest(15));

        clock.advance(seconds(2));
        candidacy.watched(Optional.of(held("other", START.plusSeconds(2), 3)));
        assertThat(candidacy.next()).isEqualTo(rest(15));

        candidacy.watching(false);
        assertThat(((ElectionStep.Rest) candidacy.next()).duration()).isLessThan(seconds(5));
    }

    @Test
    void takes_over_when_nothing_changed_for_the_leases_own_duration() {
        candidacy.watching(true);
        candidacy.next();
        var theirs = new LeaseRecord("other", 40, time(START), time(START), 3, "", "");
        candidacy.found(Optional.of(theirs));
        assertThat(candidacy.next()).isEqualTo(rest(40));
        clock.advance(seconds(40));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(theirs));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Replace(held("me", START_MICROS.plusSeconds(40), 4)));
    }

    @Test
    void a_last_look_that_shows_a_renewal_starts_the_wait_anew() {
        candidacy.watching(true);
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 3)));
        clock.advance(seconds(15));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(held("other", START.plusSeconds(1), 3)));

        assertThat(candidacy.next()).isEqualTo(rest(15));
    }

    @Test
    void takes_a_released_lease_at_once_when_it_sees_it_on_the_watch() {
        candidacy.watching(true);
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 3)));
        candidacy.next();
        var released = held("other", START, 3).released(START);
        assertThat(released.durationSeconds()).isEqualTo(1);

        candidacy.watched(Optional.of(released));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(released));
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Replace(held("me", START_MICROS, 4)));
    }

    @Test
    void a_lease_deleted_under_its_holder_counts_until_it_would_have_run_out() {
        candidacy.watching(true);
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 3)));
        candidacy.next();
        clock.advance(seconds(5));
        candidacy.watched(Optional.empty());
        assertThat(candidacy.next()).isEqualTo(rest(10));
        clock.advance(seconds(10));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.empty());

        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Create.class);
    }

    @Test
    void a_refused_renewal_is_tried_again_after_reading() {
        lead();
        clock.advance(seconds(2));
        candidacy.next();
        candidacy.failed();

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(held("me", START_MICROS, 0)));
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Replace.class);
        candidacy.written();

        assertThat(candidacy.longWays()).isEqualTo(1);
        assertThat(candidacy.next()).isEqualTo(rest(2));
        assertThat(candidacy.term().orElseThrow().remaining()).isEqualTo(seconds(10));
    }

    @Test
    void the_fence_counts_from_when_the_renewal_was_sent() {
        candidacy.next();
        candidacy.found(Optional.empty());
        candidacy.next();
        clock.advance(seconds(4));
        candidacy.written();
        var fence = candidacy.term().orElseThrow();

        clock.advance(seconds(6).minusNanos(1));
        assertThat(fence.isOpen()).isTrue();
        clock.advance(Duration.ofNanos(1));
        assertThat(fence.isOpen()).isFalse();
        assertThatThrownBy(fence::check)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.failure()).isInstanceOf(ApiFailure.NotLeader.class));
    }

    @Test
    void an_answer_that_took_longer_than_the_renew_deadline_opens_no_fence() {
        candidacy.next();
        candidacy.found(Optional.empty());
        candidacy.next();
        clock.advance(seconds(10));
        candidacy.written();

        assertThat(candidacy.term()).isEmpty();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
    }

    @Test
    void without_a_renewal_the_term_ends_with_the_fence() {
        lead();
        var fence = candidacy.term().orElseThrow();
        for (int i = 0; i < 4; i++) {
            clock.advance(seconds(2));
            candidacy.next();
            candidacy.failed();
            candidacy.next();
            candidacy.failed();
        }
        assertThat(candidacy.term()).isPresent();
        clock.advance(seconds(2));
        candidacy.next();

        assertThat(candidacy.term()).isEmpty();
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void the_next_term_has_a_fence_of_its_own() {
        lead();
        var first = candidacy.term().orElseThrow();
        clock.advance(seconds(10));
        lead(Optional.of(held("me", START_MICROS, 0)));

        assertThat(candidacy.term().orElseThrow().isOpen()).isTrue();
        assertThat(first.isOpen()).isFalse();
    }

    @Test
    void the_term_ends_at_once_when_another_is_seen_to_hold_the_lease() {
        lead();
        var fence = candidacy.term().orElseThrow();
        clock.advance(seconds(2));
        candidacy.next();
        candidacy.failed();
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 1)));

        assertThat(fence.isOpen()).isFalse();
        assertThat(candidacy.term()).isEmpty();
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
    }

    @Test
    void a_late_event_only_makes_a_leader_read_the_lease() {
        lead();

        candidacy.watched(Optional.of(held("other", START, 7)));

        assertThat(candidacy.term().orElseThrow().isOpen()).isTrue();
        assertThat(candidacy.observed().holder()).isEqualTo("me");
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(held("me", START_MICROS, 0)));
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Replace.class);
    }

    /// As client-go does to others when it comes back from a pause.
    @Test
    void a_leader_whose_lease_another_gave_up_steps_down_before_its_next_renewal() {
        lead();
        var fence = candidacy.term().orElseThrow();
        var released = held("me", START_MICROS, 0).released(START);

        candidacy.watched(Optional.of(released));
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(released));

        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void its_own_renewals_do_not_disturb_a_leader() {
        lead();

        candidacy.watched(Optional.of(held("me", START_MICROS, 0)));

        assertThat(candidacy.next()).isEqualTo(rest(2));
    }

    @Test
    void resigning_closes_the_fence_before_it_releases_the_lease() {
        lead();
        var fence = candidacy.term().orElseThrow();
        candidacy.resign(true);

        assertThat(fence.isOpen()).isFalse();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(held("me", START_MICROS, 5)));
        var released = new LeaseRecord("", 1, time(START_MICROS), time(START_MICROS), 5, "", "");
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Replace(released));
        candidacy.written();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Finish());
    }

    @Test
    void who_resigned_is_not_misled_by_a_late_watch() {
        lead();
        candidacy.resign(true);
        candidacy.next();
        candidacy.found(Optional.of(held("me", START_MICROS, 5)));
        candidacy.next();
        candidacy.written();
        candidacy.watched(Optional.of(held("me", START_MICROS, 5)));

        assertThat(candidacy.observed().isFree()).isTrue();
    }

    @Test
    void resigning_leaves_alone_what_another_holds_by_now() {
        lead();
        candidacy.resign(true);
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 5)));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Finish());
    }

    @Test
    void a_standby_resigns_without_a_word() {
        candidacy.next();
        candidacy.found(Optional.of(held("other", START, 5)));
        candidacy.resign(true);

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Finish());
    }

    @Test
    void times_that_cannot_work_are_refused_with_a_reason() {
        assertThatThrownBy(() -> new LeaseTimes(seconds(10), seconds(10), seconds(2)))
                .hasMessage("The lease duration (PT10S) must be greater than the renew deadline" + " (PT10S)");
        assertThatThrownBy(() -> new LeaseTimes(seconds(15), seconds(2), seconds(2)))
                .hasMessageContaining("must be greater than 1.2 times the retry period (PT2S)");
        assertThatThrownBy(() -> new LeaseTimes(seconds(15), seconds(10), seconds(0)))
                .hasMessageContaining("retry period must be greater than zero");
    }

    @Test
    void a_lease_is_written_in_whole_seconds_and_never_shorter_than_asked_for() {
        var times = new LeaseTimes(Duration.ofMillis(1500), seconds(1), Duration.ofMillis(100));

        assertThat(times.leaseSeconds()).isEqualTo(2);
        assertThat(LeaseTimes.USUAL.leaseSeconds()).isEqualTo(15);
        assertThat(times.requestTimeOut()).isEqualTo(seconds(1));
        assertThat(LeaseTimes.USUAL.requestTimeOut()).isEqualTo(seconds(5));
    }

    private void lead() {
        lead(Optional.empty());
    }

    private void lead(Optional<LeaseRecord> found) {
        while (!(candidacy.next() instanceof ElectionStep.Fetch)) {
            clock.advance(seconds(1));
        }
        candidacy.found(found);
        candidacy.next();
        candidacy.written();
    }

    private static LeaseRecord held(String holder, Instant since, int transitions) {
        return new LeaseRecord(holder, 15, time(since), time(since), transitions, "", "");
    }

    private static Optional<Instant> time(Instant instant) {
        return Optional.of(instant);
    }

    private static ElectionStep.Rest rest(long seconds) {
        return new ElectionStep.Rest(seconds(seconds));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
