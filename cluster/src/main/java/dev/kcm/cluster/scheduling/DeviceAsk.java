package dev.kcm.cluster.scheduling;

import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.DeviceRequest;
import dev.kcm.model.resource.v1.DeviceSelector;
import dev.kcm.model.resource.v1.DeviceSubRequest;
import dev.kcm.model.resource.v1.DeviceToleration;
import dev.kcm.model.resource.v1.ExactDeviceRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One way to fulfil a request for devices: the only one, or one of the first available.
///
/// @param name as allocations name it
/// @param hasCapacity whether it asks for shares of devices
record DeviceAsk(
        String name,
        String deviceClass,
        List<DeviceSelector> selectors,
        boolean isForAll,
        long count,
        boolean isForAdministration,
        List<DeviceToleration> tolerations,
        boolean hasCapacity) {
    /// The only expression that is understood as long as there is nothing here that evaluates CEL.
    private static final Pattern DRIVER_IS =
            Pattern.compile("\\s*device\\.driver\\s*==\\s*([\"'])([^\"'\\\\]+)\\1\\s*");

    /// In the order in which they are tried.
    static List<DeviceAsk> of(DeviceRequest request) {
        return request.exactly()
                .map(exactly -> List.of(of(request, exactly)))
                .orElseGet(() -> request.firstAvailable().stream()
                        .map(one -> of(request, one))
                        .toList());
    }

    private static DeviceAsk of(DeviceRequest request, ExactDeviceRequest exactly) {
        return new DeviceAsk(
                request.name(),
                exactly.deviceClassName(),
                exactly.selectors(),
                exactly.allocationMode().equals("All"),
                exactly.count(),
                exactly.adminAccess().orElse(false),
                exactly.tolerations(),
                exactly.capacity().isPresent());
    }

    private static DeviceAsk of(DeviceRequest request, DeviceSubRequest one) {
        return new DeviceAsk(
                request.name() + "/" + one.name(),
                one.deviceClassName(),
                one.selectors(),
                one.allocationMode().equals("All"),
                one.count(),
                false,
                one.tolerations(),
                one.capacity().isPresent());
    }

    /// Why it cannot be judged at all, if so.
    Optional<String> problem(Function<String, Optional<DeviceClass>> classes) {
        var found = classes.apply(deviceClass);
        if (found.isEmpty()) {
            return Optional.of("request %s: device class %s does not exist".formatted(name, deviceClass));
        }
        if (hasCapacity) {
            return Optional.of(
                    "request %s: asks for capacity of a device, which this scheduler cannot share out".formatted(name));
        }
        return all(found.get())
                .filter(selector -> driver(selector).isEmpty())
                .findFirst()
                .map(selector ->
                        "request %s: devices are selected by a CEL expression, of which this scheduler understands only device.driver == \"NAME\": %s"
                                .formatted(name, expression(selector)));
    }

    boolean isMetBy(PoolDevice device, DeviceClass deviceClass) {
        return all(deviceClass)
                .allMatch(selector -> driver(selector)
                        .filter(driver -> driver.equals(device.id().driver()))
                        .isPresent());
    }

    private Stream<DeviceSelector> all(DeviceClass deviceClass) {
        return Stream.concat(deviceClass.spec().selectors().stream(), selectors.stream());
    }

    private static Optional<String> driver(DeviceSelector selector) {
        var matcher = DRIVER_IS.matcher(expression(selector));
        return matcher.matches() ? Optional.of(matcher.group(2)) : Optional.empty();
    }

    private static String expression(DeviceSelector selector) {
        return selector.cel().map(cel -> cel.expression()).orElse("");
    }
}
