package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.serving.OpenConnections.Candidate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
    private static final InetAddress HOARDER = address(1);
    private static final InetAddress MODEST = address(2);
    private static final InetAddress NEW = address(3);

    @Test
    void closes_the_longest_waiting_of_the_address_that_has_the_most() {
        var oldest = waiting(MODEST, 1);
        var old = waiting(HOARDER, 2);
        var younger = waiting(HOARDER, 3);
        assertThat(OpenConnections.leastDeserving(List.of(younger, oldest, old), NEW))
                .contains(old);
    }

    @Test
    void spares_requests_under_way_while_anybody_waits() {
        var waiting = waiting(MODEST, 9);
        var candidates = List.of(busy(HOARDER, 1), busy(HOARDER, 2), waiting, busy(HOARDER, 3));
        assertThat(OpenConnections.leastDeserving(candidates, NEW)).contains(waiting);
    }

    @Test
    void an_address_full_of_requests_yields_to_one_that_has_fewer_and_not_to_itself() {
        var first = busy(HOARDER, 1);
        var candidates = List.of(busy(HOARDER, 2), first, busy(MODEST, 0));
        assertThat(OpenConnections.leastDeserving(candidates, NEW)).contains(first);
        assertThat(OpenConnections.leastDeserving(candidates, HOARDER)).isEmpty();
        assertThat(OpenConnections.leastDeserving(candidates, MODEST))
                .as("it would have as many")
                .isEmpty();
    }

    @Test
    void compares_moments_of_a_clock_that_may_overflow() {
        var before = waiting(HOARDER, Long.MAX_VALUE);
        var after = waiting(HOARDER, Long.MIN_VALUE);
        assertThat(OpenConnections.leastDeserving(List.of(after, before), NEW)).contains(before);
    }

    private static Candidate waiting(InetAddress address, long since) {
        return new Candidate(null, address, true, since);
    }

    private static Candidate busy(InetAddress address, long since) {
        return new Candidate(null, address, false, since);
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
