package dev.kcm.apiserver.ownership;

import dev.kcm.model.Resource;
import dev.kcm.model.ownership.FieldSet;
import java.util.Map;
import java.util.Set;

/// The fields that an endpoint puts back to what they were: whoever writes there does not own them.
final class ResetFields {
    private static final FieldSet SPEC = FieldSet.ofField("spec");
    private static final FieldSet STATUS = FieldSet.ofField("status");
    private static final FieldSet METADATA = FieldSet.ofField("metadata");

    private static final String REQUESTS = "certificatesigningrequests.certificates.k8s.io";

    /// Kinds with a status that upstream's main endpoint lets through, or does not declare.
    private static final Set<String> WITHOUT_STATUS_RESET =
            Set.of("podgroups.scheduling.k8s.io", "podcertificaterequests.certificates.k8s.io");

    private static final Set<String> STATUS_KEEPS_METADATA = Set.of(
            "servicecidrs.networking.k8s.io",
            "volumeattachments.storage.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "resourceclaims.resource.k8s.io",
            "devicetaintrules.resource.k8s.io",
            "resourcepoolstatusrequests.resource.k8s.io",
            "podgroups.scheduling.k8s.io",
            "storageversions.internal.apiserver.k8s.io",
            "storageversionmigrations.storagemigration.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "apiservices.apiregistration.k8s.io");

    /// What `status` resets besides the spec.
    private static final Map<String, FieldSet> WITH_STATUS = Map.of(
            "deployments.apps",
            FieldSet.ofField("metadata", "labels"),
            "pods",
            FieldSet.ofField("metadata", "deletionTimestamp").union(FieldSet.ofField("metadata", "ownerReferences")),
            REQUESTS,
            FieldSet.ofField("status", "conditions"));

    private ResetFields() {}

    static FieldSet of(Resource<?> resource, String subresource) {
        return switch (subresource) {
            case "" -> ofObject(resource);
            case "status" -> ofStatus(resource.qualifiedName());
            case "approval" -> SPEC.union(FieldSet.ofField("status", "certificate"));
            case "finalize" -> STATUS;
            default -> FieldSet.EMPTY;
        };
    }

    private static FieldSet ofObject(Resource<?> resource) {
        var name = resource.qualifiedName();
        if (resource.subresource("status").isEmpty() || WITHOUT_STATUS_RESET.contains(name)) {
            return FieldSet.EMPTY;
        }
        return name.equals(REQUESTS) ? SPEC.union(STATUS) : STATUS;
    }

    private static FieldSet ofStatus(String name) {
        return STATUS_KEEPS_METADATA.contains(name)
                ? SPEC.union(METADATA)
                : SPEC.union(WITH_STATUS.getOrDefault(name, FieldSet.EMPTY));
    }
}
