package dev.kcm.runtime.lease;

import dev.kcm.model.coordination.v1.LeaseSpec;

/// Records to and from the API's type: absent fields read as empty, and every field but the two of
/// coordinated election is always written.
final class LeaseSpecs {
    private LeaseSpecs() {}

    static LeaseRecord read(LeaseSpec spec) {
        return new LeaseRecord(
                spec.holderIdentity().orElse(""),
                spec.leaseDurationSeconds().orElse(0),
                spec.acquireTime(),
                spec.renewTime(),
                spec.leaseTransitions().orElse(0),
                spec.strategy().orElse(""),
                spec.preferredHolder().orElse(""));
    }

    static LeaseSpec write(LeaseRecord record) {
        var spec = LeaseSpec.builder()
                .holderIdentity(record.holder())
                .leaseDurationSeconds(record.durationSeconds())
                .leaseTransitions(record.transitions());
        record.acquiredAt().ifPresent(spec::acquireTime);
        record.renewedAt().ifPresent(spec::renewTime);
        if (!record.strategy().isEmpty()) {
            spec.strategy(record.strategy());
        }
        if (!record.preferredHolder().isEmpty()) {
            spec.preferredHolder(record.preferredHolder());
        }
        return spec.build();
    }
}
