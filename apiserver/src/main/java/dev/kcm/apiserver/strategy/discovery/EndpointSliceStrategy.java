package dev.kcm.apiserver.strategy.discovery;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.List;

/// Defaulting, validation and update rules of endpoint slices.
public final class EndpointSliceStrategy {
    private static final FieldPath ADDRESS_TYPE = new FieldPath("addressType");

    public static final Strategy<EndpointSlice> STRATEGY = Strategy.of(EndpointSlice.ENDPOINT_SLICES)
            .defaults(EndpointSliceStrategy::defaulted)
            .validation(EndpointSliceStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                FieldValidation.immutable(wanted.addressType(), current.addressType(), ADDRESS_TYPE, errors);
            })
            .countsGenerations()
            .build();

    private EndpointSliceStrategy() {}

    private static EndpointSlice defaulted(EndpointSlice slice) {
        return slice.withPorts(Defaults.all(
                slice.ports(),
                port -> port.toBuilder()
                        .name(port.name().orElse(""))
                        .protocol(port.protocol().orElse("TCP"))
                        .build()));
    }

    private static void validate(EndpointSlice slice, FieldErrors errors) {
        if (slice.addressType().isEmpty()) {
            errors.required(ADDRESS_TYPE, "");
        } else {
            FieldValidation.supported(slice.addressType(), List.of("FQDN", "IPv4", "IPv6"), ADDRESS_TYPE, errors);
        }
        for (int i = 0; i < slice.endpoints().size(); i++) {
            if (slice.endpoints().get(i).addresses().isEmpty()) {
                errors.required(
                        new FieldPath("endpoints").index(i).child("addresses"), "must contain at least 1 address");
            }
        }
    }
}
