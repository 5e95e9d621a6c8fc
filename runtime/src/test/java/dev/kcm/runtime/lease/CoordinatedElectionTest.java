package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.coordination.v1beta1.LeaseCandidateSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Each test plays the owner and the API server that appoints leaders.
class CoordinatedElectionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String STRATEGY = "OldestEmulationVersion";

    private final VirtualClock clock = new VirtualClock(START);
    private final ElectionState candidacy = new ElectionState(
            ElectionSettings.usual("lease", "me", LeaseTimes.USUAL).coordinated(), clock, new Random(1));

    @Test
    void neither_creates_a_lease_nor_takes_a_free_or_an_expired_one() {
        see(Optional.empty());
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
        see(Optional.of(appointed("")));
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
        see(Optional.of(appointed("other")));
        clock.advance(Duration.ofMinutes(1));
        see(Optional.of(appointed("other")));

        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
        assertThat(candidacy.term()).isEmpty();
    }

    @Test
    void leads_after_it_has_renewed_the_lease_that_the_server_gave_it() {
        see(Optional.of(appointed("me")));

        var time = Optional.of(START);
        assertThat(candidacy.next())
                .isEqualTo(new ElectionStep.Replace(new LeaseRecord("me", 15, time, time, 0, STRATEGY, "")));
        assertThat(candidacy.term()).isEmpty();
        candidacy.written();
        assertThat(candidacy.term().orElseThrow().isOpen()).isTrue();
    }

    @Test
    void answers_an_appointment_on_the_watch_at_once() {
        see(Optional.of(appointed("other")));
        candidacy.watching(true);
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);

        candidacy.watched(Optional.of(appointed("me")));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
    }

    @Test
    void a_holder_that_the_server_wants_to_replace_does_not_renew_and_releases_when_at_rest() {
        lead();
        var fence = candidacy.term().orElseThrow();
        learnOfEndOfTerm();

        assertThat(candidacy.isYielding()).isTrue();
        assertThat(fence.isOpen()).isTrue();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Rest(Duration.ofSeconds(8)));

        candidacy.yield();
        assertThat(fence.isOpen()).isFalse();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(endOfTerm()));
        var released = ((ElectionStep.Replace) candidacy.next()).record();
        assertThat(released.holder()).isEmpty();
        assertThat(released.strategy()).isEqualTo(STRATEGY);
        candidacy.written();
        assertThat(candidacy.isYielding()).isFalse();
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
    }

    @Test
    void a_holder_that_does_not_come_to_rest_is_cut_off_by_the_fence_and_releases_after_that() {
        lead();
        learnOfEndOfTerm();
        clock.advance(Duration.ofSeconds(8));

        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        assertThat(candidacy.term()).isEmpty();
        candidacy.found(Optional.of(endOfTerm()));
        assertThat(((ElectionStep.Replace) candidacy.next()).record().holder()).isEmpty();
    }

    @Test
    void yielding_ends_when_the_server_has_replaced_it_already() {
        lead();
        learnOfEndOfTerm();
        candidacy.yield();
        candidacy.next();
        candidacy.found(Optional.of(appointed("other")));

        assertThat(candidacy.isYielding()).isFalse();
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
    }

    @Test
    void steps_down_when_the_lease_is_deleted_or_names_another() {
        lead();
        clock.advance(Duration.ofSeconds(2));
        candidacy.next();
        candidacy.failed();
        candidacy.next();
        candidacy.found(Optional.empty());

        assertThat(candidacy.term()).isEmpty();
        assertThat(candidacy.observed().isFree()).isTrue();
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Rest.class);
    }

    /// The server never appoints who is named already, so waiting for it would be waiting for ever.
    @Test
    void takes_up_again_a_lease_that_ran_out_and_still_names_it() {
        lead();
        clock.advance(Duration.ofMinutes(1));
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        assertThat(candidacy.term()).isEmpty();

        candidacy.found(Optional.of(candidacy.observed()));

        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Replace.class);
    }

    @Test
    void is_asked_when_the_ping_is_younger_than_the_last_renewal() {
        var spec = LeaseCandidateSpec.builder().renewTime(START).build();

        assertThat(LeaseCandidateRenewer.isAsked(spec)).isFalse();
        assertThat(LeaseCandidateRenewer.isAsked(spec.withPingTime(START))).isFalse();
        assertThat(LeaseCandidateRenewer.isAsked(spec.withPingTime(START.plusMillis(1))))
                .isTrue();
        assertThat(LeaseCandidateRenewer.isAsked(spec.withPingTime(START).withoutRenewTime()))
                .isTrue();
    }

    private void see(Optional<LeaseRecord> lease) {
        while (!(candidacy.next() instanceof ElectionStep.Fetch)) {
            clock.advance(Duration.ofSeconds(1));
        }
        candidacy.found(lease);
    }

    private void lead() {
        see(Optional.of(appointed("me")));
        candidacy.next();
        candidacy.written();
    }

    /// The renewal fails, since the server has changed the lease, and the read after it shows why.
    private void learnOfEndOfTerm() {
        clock.advance(Duration.ofSeconds(2));
        assertThat(candidacy.next()).isInstanceOf(ElectionStep.Replace.class);
        candidacy.failed();
        assertThat(candidacy.next()).isEqualTo(new ElectionStep.Fetch());
        candidacy.found(Optional.of(endOfTerm()));
    }

    private static LeaseRecord appointed(String holder) {
        return new LeaseRecord(holder, 5, Optional.empty(), Optional.of(START), 0, STRATEGY, "");
    }

    private static LeaseRecord endOfTerm() {
        var time = Optional.of(START);
        return new LeaseRecord("me", 15, time, time, 0, STRATEGY, "other");
    }
}
