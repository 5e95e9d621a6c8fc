package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.resource.v1.DeviceToleration;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/// A taint with the effect NoExecute on a device.
///
/// @param rule who put it there, if not the device's driver
/// @param device driver, pool and name, for people
record EvictingTaint(String key, String value, Instant since, Optional<Rule> rule, String device) {
    static final String EFFECT = "NoExecute";

    /// Rules by name first, then devices.
    static final Comparator<EvictingTaint> ORDER = Comparator.<EvictingTaint, String>comparing(
                    taint -> taint.rule().map(rule -> rule.key().name()).orElse("\uffff"))
            .thenComparing(EvictingTaint::device)
            .thenComparing(EvictingTaint::key);

    record Rule(ObjectKey key, String uid) {}

    /// When it evicts whoever has these tolerations; never, if one of them is for ever. Only those that name the effect
    /// count, as upstream has it.
    Optional<Instant> evictsAt(Iterable<DeviceToleration> tolerations) {
        Optional<Duration> shortest = Optional.empty();
        for (var toleration : tolerations) {
            if (toleration.effect().equals(EFFECT) && matches(toleration)) {
                if (toleration.tolerationSeconds().isEmpty()) {
                    return Optional.empty();
                }
                var tolerated = Duration.ofSeconds(
                        Math.max(0, toleration.tolerationSeconds().get()));
                shortest = shortest.filter(it -> it.compareTo(tolerated) <= 0).or(() -> Optional.of(tolerated));
            }
        }
        return Optional.of(since.plus(shortest.orElse(Duration.ZERO)));
    }

    private boolean matches(DeviceToleration toleration) {
        boolean isSameKey = toleration.key().isEmpty() || toleration.key().equals(key);
        return isSameKey
                && switch (toleration.operator()) {
                    case "Exists" -> true;
                    case "", "Equal" -> toleration.value().equals(value);
                    default -> false;
                };
    }

    @Override
    public String toString() {
        return "taint %s on device %s%s"
                .formatted(key, device, rule.map(it -> " by rule " + it.key()).orElse(""));
    }
}
