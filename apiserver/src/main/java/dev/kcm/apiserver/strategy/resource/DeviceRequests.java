package dev.kcm.apiserver.strategy.resource;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.model.resource.v1.DeviceRequest;
import dev.kcm.model.resource.v1.DeviceSubRequest;
import dev.kcm.model.resource.v1.ExactDeviceRequest;
import dev.kcm.model.resource.v1.ResourceClaimSpec;
import java.util.HashSet;
import java.util.List;

/// What claims and templates have in common. CEL expressions are not checked.
final class DeviceRequests {
    private static final String ALL = "All";
    private static final String EXACT_COUNT = "ExactCount";

    private DeviceRequests() {}

    static ResourceClaimSpec defaulted(ResourceClaimSpec spec) {
        return spec.toBuilder()
                .devices(devices -> devices.requests(spec.devices().requests().stream()
                        .map(DeviceRequests::defaulted)
                        .toList()))
                .build();
    }

    static void validate(ResourceClaimSpec spec, FieldPath path, FieldErrors errors) {
        var requests = path.child("devices").child("requests");
        var names = new HashSet<String>();
        for (int at = 0; at < spec.devices().requests().size(); at++) {
            var request = spec.devices().requests().get(at);
            validate(request, requests.index(at), errors);
            if (!names.add(request.name())) {
                errors.duplicate(requests.index(at).child("name"), request.name());
            }
        }
    }

    private static DeviceRequest defaulted(DeviceRequest request) {
        var changed = request.toBuilder()
                .firstAvailable(request.firstAvailable().stream()
                        .map(DeviceRequests::defaulted)
                        .toList());
        request.exactly().map(DeviceRequests::defaulted).ifPresent(changed::exactly);
        return changed.build();
    }

    private static ExactDeviceRequest defaulted(ExactDeviceRequest request) {
        var mode = mode(request.allocationMode());
        return request.withAllocationMode(mode).withCount(count(mode, request.count()));
    }

    private static DeviceSubRequest defaulted(DeviceSubRequest request) {
        var mode = mode(request.allocationMode());
        return request.withAllocationMode(mode).withCount(count(mode, request.count()));
    }

    private static String mode(String given) {
        return given.isEmpty() ? EXACT_COUNT : given;
    }

    private static long count(String mode, long given) {
        return mode.equals(EXACT_COUNT) && given == 0 ? 1 : given;
    }

    private static void validate(DeviceRequest request, FieldPath path, FieldErrors errors) {
        FieldValidation.dnsLabel(request.name(), path.child("name"), errors);
        boolean hasExactly = request.exactly().isPresent();
        boolean hasList = !request.firstAvailable().isEmpty();
        if (hasExactly == hasList) {
            if (hasList) {
                errors.invalid(
                        path,
                        "null",
                        "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
            } else {
                errors.required(path, "exactly one of `exactly` or `firstAvailable` is required");
            }
        } else if (hasExactly) {
            var exactly = request.exactly().orElseThrow();
            validate(
                    exactly.deviceClassName(),
                    exactly.allocationMode(),
                    exactly.count(),
                    path.child("exactly"),
                    errors);
        } else {
            var list = path.child("firstAvailable");
            for (int at = 0; at < request.firstAvailable().size(); at++) {
                var one = request.firstAvailable().get(at);
                FieldValidation.dnsLabel(one.name(), list.index(at).child("name"), errors);
                validate(one.deviceClassName(), one.allocationMode(), one.count(), list.index(at), errors);
            }
        }
    }

    private static void validate(String deviceClass, String mode, long count, FieldPath path, FieldErrors errors) {
        if (deviceClass.isEmpty()) {
            errors.required(path.child("deviceClassName"), "");
        }
        switch (mode) {
            case ALL -> {
                if (count != 0) {
                    errors.invalid(path.child("count"), count, "must not be specified when allocationMode is 'All'");
                }
            }
            case EXACT_COUNT -> {
                if (count <= 0) {
                    errors.invalid(path.child("count"), count, "must be greater than zero");
                }
            }
            default -> errors.unsupported(path.child("allocationMode"), mode, List.of(ALL, EXACT_COUNT));
        }
    }
}
