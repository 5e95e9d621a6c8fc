package dev.kcm.runtime.lease;

import dev.kcm.base.HostName;
import java.util.UUID;

/// One candidate of an election.
///
/// @param lease the lease's name, as metrics and health show it
/// @param identity unique to this process: two candidates with one identity both lead
/// @param isReleasing give the lease up on [Elector#close], so that others need not wait for it to
///   run out; all work of the term must be at rest by then
/// @param isCoordinated the API server chooses among candidates (see [LeaseCandidateRenewer]) and writes its
///   choice into the lease; nobody takes the lease by themselves
public record ElectionSettings(
        String lease, String identity, LeaseTimes times, boolean isReleasing, boolean isCoordinated) {

    /// Candidates settle it among themselves, and who is closed gives the lease up.
    public static ElectionSettings usual(String lease, String identity, LeaseTimes times) {
        return new ElectionSettings(lease, identity, times, true, false);
    }

    /// An identity as upstream's programs have it: the host's name and a number nobody else has.
    public static String identityOfThisProcess() {
        return HostName.ofThisHost() + "_" + UUID.randomUUID();
    }

    /// As chosen by the API server.
    public ElectionSettings coordinated() {
        return new ElectionSettings(lease, identity, times, isReleasing, true);
    }

    public ElectionSettings {
        if (identity.isEmpty()) {
            throw new IllegalArgumentException("A candidate for lease %s needs an identity".formatted(lease));
        }
    }
}
