package dev.kcm.cluster.scheduling;

import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodResourceClaim;
import dev.kcm.model.core.v1.PodResourceClaimStatus;
import dev.kcm.model.resource.v1.AllocationResult;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Devices for pods: allocates the claims of a pod on the node it goes to and reserves them for it. Only the
/// scheduler's one worker asks.
final class ClaimScheduling {
    private static final String PROTECTION = "resource.kubernetes.io/delete-protection";

    private final Api<ResourceClaim> api;
    private final Store<ResourceClaim> claims;
    private final Store<ResourceSlice> slices;
    private final Store<DeviceClass> classes;

    /// Claims as this scheduler left them, by uid, until the cache shows that.
    private final Map<String, ResourceClaim> written = new ConcurrentHashMap<>();

    /// @param changed told when devices or claims changed, so that pods that could not be placed may be
    ClaimScheduling(Client client, Informers informers, Runnable changed) {
        this.api = client.on(ResourceClaim.RESOURCE_CLAIMS);
        this.claims = informers.store(ResourceClaim.RESOURCE_CLAIMS);
        this.slices = informers.store(ResourceSlice.RESOURCE_SLICES);
        this.classes = informers.store(DeviceClass.DEVICE_CLASSES);
        claims.onChange(change -> {
            forgetShown(change);
            changed.run();
        });
        slices.onChange(_ -> changed.run());
        classes.onChange(_ -> changed.run());
    }

    /// What is known of a pod's claims.
    sealed interface Claims {
        /// All there.
        record Present(List<ResourceClaim> all) implements Claims {}

        /// One is made, or recorded in the pod's status, in a moment.
        record Awaited() implements Claims {}

        record Unusable(String message) implements Claims {}
    }

    Claims of(Pod pod) {
        var all = new ArrayList<ResourceClaim>();
        for (var wanted : pod.spec().resourceClaims()) {
            var name = wanted.resourceClaimName();
            if (name.isEmpty()) {
                var record = record(pod, wanted);
                if (record.isEmpty()) {
                    return new Claims.Awaited();
                }
                name = record.get().resourceClaimName();
            }
            if (name.isPresent()) { // else it is not needed
                var claim =
                        claims.find(ObjectKey.of(pod.namespace(), name.get())).map(this::newest);
                var problem = problem(pod, wanted, name.get(), claim);
                if (problem.isPresent()) {
                    return problem.get();
                }
                all.add(claim.orElseThrow());
            }
        }
        return new Claims.Present(all);
    }

    /// Why the pod cannot be on this node because of its claims; empty if it can.
    String mismatch(List<ResourceClaim> wanted, Node node) {
        boolean isElsewhere = wanted.stream()
                .flatMap(claim -> claim.status().allocation().stream())
                .flatMap(allocation -> allocation.nodeSelector().stream())
                .anyMatch(selector -> !NodeFit.matches(selector, node));
        if (isElsewhere) {
            return "resourceclaim not available on the node";
        }
        return allocation(wanted, node).isEmpty() ? "cannot allocate all claims" : "";
    }

    /// Allocates what is not allocated yet and reserves all for the pod.
    void reserve(Pod pod, List<ResourceClaim> wanted, Node node) {
        var results = allocation(wanted, node).orElseThrow().iterator();
        for (var claim : wanted) {
            if (claim.status().allocation().isEmpty()) {
                var result = results.next();
                write(reserved(isProtected(claim) ? claim : api.update(guarded(claim)), pod)
                        .withStatus(status -> status.allocation(result)));
            } else if (claim.status().reservedFor().stream()
                    .noneMatch(consumer -> consumer.uid().equals(pod.uid()))) {
                write(reserved(claim, pod));
            }
        }
    }

    private static Optional<PodResourceClaimStatus> record(Pod pod, PodResourceClaim wanted) {
        return pod.status().resourceClaimStatuses().stream()
                .filter(status -> status.name().equals(wanted.name()))
                .findFirst();
    }

    private Optional<Claims> problem(Pod pod, PodResourceClaim wanted, String name, Optional<ResourceClaim> claim) {
        boolean isMade = wanted.resourceClaimTemplateName().isPresent();
        if (claim.isEmpty()) {
            return Optional.of(
                    isMade
                            ? new Claims.Awaited()
                            : new Claims.Unusable("resourceclaim \"%s\" not found".formatted(name)));
        }
        if (isMade && !OwnerReferences.isControlledBy(claim.get(), pod)) {
            return Optional.of(new Claims.Unusable("resourceclaim \"%s\" was not created for the pod".formatted(name)));
        }
        if (claim.get().isDeleting()) {
            return Optional.of(new Claims.Unusable("resourceclaim \"%s\" is being deleted".formatted(name)));
        }
        return claim.get().status().allocation().isPresent()
                ? Optional.empty()
                : unsupported(claim.get())
                        .map(problem -> new Claims.Unusable(
                                "resource claim %s, %s".formatted(claim.get().key(), problem)));
    }

    private Optional<String> unsupported(ResourceClaim claim) {
        if (!claim.spec().devices().constraints().isEmpty()) {
            return Optional.of("devices have to match each other, which this scheduler cannot judge");
        }
        return claim.spec().devices().requests().stream()
                .flatMap(request -> DeviceAsk.of(request).stream())
                .flatMap(ask -> ask.problem(this::deviceClass).stream())
                .findFirst();
    }

    /// A result for each claim that is not allocated.
    private Optional<List<AllocationResult>> allocation(List<ResourceClaim> wanted, Node node) {
        var lacking = wanted.stream()
                .filter(claim -> claim.status().allocation().isEmpty())
                .toList();
        return lacking.isEmpty()
                ? Optional.of(List.of())
                : new DeviceAllocation(node, PoolDevice.on(node, slices.all()), inUse(), this::deviceClass).of(lacking);
    }

    private Set<PoolDevice.Id> inUse() {
        var inUse = new HashSet<PoolDevice.Id>();
        claims.forEach(claim -> newest(claim)
                .status()
                .allocation()
                .ifPresent(allocation -> allocation.devices().results().stream()
                        .filter(result -> !result.adminAccess().orElse(false))
                        .map(result -> new PoolDevice.Id(result.driver(), result.pool(), result.device()))
                        .forEach(inUse::add)));
        return inUse;
    }

    private Optional<DeviceClass> deviceClass(String name) {
        return classes.find(ObjectKey.of(name));
    }

    private void write(ResourceClaim claim) {
        var left = api.updateStatus(claim);
        written.put(left.uid(), left);
    }

    private ResourceClaim newest(ResourceClaim cached) {
        var ours = written.get(cached.uid());
        return ours == null || version(cached) >= version(ours) ? cached : ours;
    }

    private void forgetShown(Change<ResourceClaim> change) {
        var shown = change.object();
        written.computeIfPresent(
                shown.uid(),
                (_, ours) -> change instanceof Change.Deleted<ResourceClaim> || version(shown) >= version(ours)
                        ? null
                        : ours);
    }

    private static boolean isProtected(ResourceClaim claim) {
        return claim.metadata().finalizers().contains(PROTECTION);
    }

    private static ResourceClaim guarded(ResourceClaim claim) {
        return claim.withMetadata(metadata -> metadata.addFinalizers(PROTECTION));
    }

    private static ResourceClaim reserved(ResourceClaim claim, Pod pod) {
        return claim.withStatus(status -> status.addReservedFor(
                consumer -> consumer.resource("pods").name(pod.name()).uid(pod.uid())));
    }

    private static long version(ResourceClaim claim) {
        return Long.parseLong(claim.resourceVersion());
    }
}
