package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ModifyVolumeStatus;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What claims of volumes use: themselves and storage, both also by storage class.
record VolumeClaimEvaluator() implements Evaluator<PersistentVolumeClaim> {
    private static final String COUNT = ResourceNames.COUNT + ResourceNames.VOLUME_CLAIMS;

    @Override
    public boolean covers(String name) {
        return name.equals(COUNT)
                || name.equals(ResourceNames.VOLUME_CLAIMS)
                || name.equals(ResourceNames.REQUESTED_STORAGE)
                || name.endsWith(ResourceNames.OF_STORAGE_CLASS + ResourceNames.VOLUME_CLAIMS)
                || name.endsWith(ResourceNames.OF_STORAGE_CLASS + ResourceNames.REQUESTED_STORAGE);
    }

    @Override
    public boolean isIn(ScopedResourceSelectorRequirement scope, PersistentVolumeClaim claim) {
        return scope.scopeName().equals(QuotaScopes.VOLUME_ATTRIBUTES_CLASS)
                && Scopes.allows(scope, attributesClasses(claim));
    }

    @Override
    public Map<String, Quantity> usage(PersistentVolumeClaim claim) {
        var usage = new HashMap<String, Quantity>();
        usage.put(COUNT, Amounts.ONE);
        usage.put(ResourceNames.VOLUME_CLAIMS, Amounts.ONE);
        storage(claim).ifPresent(amount -> usage.put(ResourceNames.REQUESTED_STORAGE, amount));
        var storageClass = storageClass(claim);
        if (!storageClass.isEmpty()) {
            Stream.of(ResourceNames.VOLUME_CLAIMS, ResourceNames.REQUESTED_STORAGE)
                    .filter(usage::containsKey)
                    .forEach(name -> usage.put(storageClass + ResourceNames.OF_STORAGE_CLASS + name, usage.get(name)));
        }
        return usage;
    }

    /// Whether a change is one that changes what it uses, or which quotas are for it.
    boolean changesWorth(PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return !usage(before).equals(usage(now)) || !attributesClasses(before).equals(attributesClasses(now));
    }

    /// What is asked for, or what is being allocated if that is more: somebody may have asked for
    /// it before and given up. Whole bytes, as quotas are.
    private static Optional<Quantity> storage(PersistentVolumeClaim claim) {
        var asked = Optional.ofNullable(claim.spec().resources().requests().get(ResourceNames.STORAGE));
        var allocated = claim.status().allocatedResources().get(ResourceNames.STORAGE);
        return asked.map(amount -> amount.roundedTo(0))
                .map(amount -> allocated != null && allocated.compareTo(amount) > 0 ? allocated.roundedTo(0) : amount);
    }

    private static String storageClass(PersistentVolumeClaim claim) {
        var annotated = claim.annotations().get(Annotations.STORAGE_CLASS);
        return annotated == null ? claim.spec().storageClassName().orElse("") : annotated;
    }

    /// The one it has, the one it should have and the one on its way.
    private static List<String> attributesClasses(PersistentVolumeClaim claim) {
        return Stream.of(
                        claim.spec().volumeAttributesClassName(),
                        claim.status().currentVolumeAttributesClassName(),
                        claim.status().modifyVolumeStatus().map(ModifyVolumeStatus::targetVolumeAttributesClassName))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }
}
