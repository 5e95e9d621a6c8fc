package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RbacAuthorizer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.authentication.v1.BoundObjectReference;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.storage.v1.CSIDriver;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Tokens that a node may request: bound to a pod that runs on it, for an audience that the pod's volumes name or
/// that the node has been allowed.
record NodeTokens(VersionedStore store, RbacAuthorizer authorizer) {
    void check(NodeRequest request) {
        if (!request.is(NodeRequest.CREATE)
                || !request.target().subresource().equals("token")
                || !(request.wanted() instanceof TokenRequest token)) {
            return;
        }
        var pod = boundPod(request, token);
        if (token.spec().audiences().size() > 1) {
            throw request.denied("node may only request 0 or 1 audiences");
        }
        var audience = token.spec().audiences().stream().findFirst().orElse("");
        if (!isNamedBy(request, pod, audience) && !isAllowed(request, audience)) {
            throw request.denied(
                    "audience %s not found in pod spec volume, %s is not authorized to request tokens for this audience"
                            .formatted(GoText.quote(audience), request.caller().name()));
        }
    }

    private Pod boundPod(NodeRequest request, TokenRequest token) {
        var reference = token.spec().boundObjectRef().orElse(BoundObjectReference.EMPTY);
        if (!reference.apiVersion().equals("v1")
                || !reference.kind().equals("Pod")
                || reference.name().isEmpty()) {
            throw request.denied("node requested token not bound to a pod");
        }
        if (reference.uid().isEmpty()) {
            throw request.denied("node requested token with a pod binding without a uid");
        }
        var key = ObjectKey.of(request.target().namespace(), reference.name());
        var pod = (Pod) store.get(Pod.PODS, key).orElseThrow(() -> ApiErrors.notFound(Pod.PODS, reference.name()));
        if (!pod.uid().equals(reference.uid())) {
            throw request.denied(
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(reference.uid()));
        }
        if (!pod.spec().nodeName().equals(request.node())) {
            throw request.denied("node requested token bound to a pod scheduled on a different node");
        }
        return pod;
    }

    private boolean isAllowed(NodeRequest request, String audience) {
        return authorizer.allows(
                request.caller(),
                new AccessAttributes(
                        "request-serviceaccounts-token-audience",
                        "",
                        audience,
                        request.target().namespace(),
                        request.target().name(),
                        ""));
    }

    /// Projected tokens name their audience, drivers of CSI those of the tokens they are given.
    private boolean isNamedBy(NodeRequest request, Pod pod, String audience) {
        var problems = new LinkedHashSet<String>();
        for (var volume : pod.spec().volumes()) {
            try {
                if (isProjected(volume, audience) || isDrivers(driver(pod, volume), audience)) {
                    return true;
                }
            } catch (ApiException missing) {
                problems.add(missing.failure().message());
            }
        }
        if (!problems.isEmpty()) {
            throw request.denied(
                    "error validating audience %s: %s".formatted(GoText.quote(audience), aggregated(problems)));
        }
        return false;
    }

    private static String aggregated(Set<String> problems) {
        return problems.size() == 1 ? problems.iterator().next() : "[" + String.join(", ", problems) + "]";
    }

    private static boolean isProjected(Volume volume, String audience) {
        return volume.projected().stream()
                .flatMap(projected -> projected.sources().stream())
                .flatMap(source -> source.serviceAccountToken().stream())
                .anyMatch(token -> token.audience().equals(audience));
    }

    private Optional<String> driver(Pod pod, Volume volume) {
        if (volume.ephemeral()
                .flatMap(ephemeral -> ephemeral.volumeClaimTemplate())
                .isPresent()) {
            return driverOfClaim(pod.namespace(), pod.name() + "-" + volume.name());
        }
        var claim = volume.persistentVolumeClaim();
        if (claim.isPresent()) {
            return driverOfClaim(pod.namespace(), claim.get().claimName());
        }
        return volume.csi().map(csi -> csi.driver()).or(() -> migrated(volume));
    }

    private Optional<String> driverOfClaim(String namespace, String name) {
        var claim = (PersistentVolumeClaim)
                find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, ObjectKey.of(namespace, name));
        var volume = (PersistentVolume) find(
                PersistentVolume.PERSISTENT_VOLUMES, ObjectKey.of(claim.spec().volumeName()));
        return volume.spec().csi().map(csi -> csi.driver()).or(() -> migrated(volume.spec()));
    }

    private boolean isDrivers(Optional<String> driver, String audience) {
        return driver.isPresent()
                && ((CSIDriver) find(CSIDriver.CSI_DRIVERS, ObjectKey.of(driver.get())))
                        .spec().tokenRequests().stream()
                                .anyMatch(token -> token.audience().equals(audience));
    }

    /// The drivers that took over from volume types of the core.
    private static Optional<String> migrated(Volume volume) {
        return Stream.of(
                        volume.awsElasticBlockStore().map(_ -> "ebs.csi.aws.com"),
                        volume.gcePersistentDisk().map(_ -> "pd.csi.storage.gke.io"),
                        volume.cinder().map(_ -> "cinder.csi.openstack.org"),
                        volume.azureDisk().map(_ -> "disk.csi.azure.com"),
                        volume.azureFile().map(_ -> "file.csi.azure.com"),
                        volume.vsphereVolume().map(_ -> "csi.vsphere.vmware.com"),
                        volume.portworxVolume().map(_ -> "pxd.portworx.com"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> migrated(PersistentVolumeSpec volume) {
        return Stream.of(
                        volume.awsElasticBlockStore().map(_ -> "ebs.csi.aws.com"),
                        volume.gcePersistentDisk().map(_ -> "pd.csi.storage.gke.io"),
                        volume.cinder().map(_ -> "cinder.csi.openstack.org"),
                        volume.azureDisk().map(_ -> "disk.csi.azure.com"),
                        volume.azureFile().map(_ -> "file.csi.azure.com"),
                        volume.vsphereVolume().map(_ -> "csi.vsphere.vmware.com"),
                        volume.portworxVolume().map(_ -> "pxd.portworx.com"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Missing objects are named as upstream's caches name them, by their kind in small letters.
    private KubeObject find(Resource<?> resource, ObjectKey key) {
        return store.get(resource, key)
                .orElseThrow(() -> ApiErrors.unknown("%s%s \"%s\" not found"
                        .formatted(
                                resource.kind().toLowerCase(Locale.ROOT),
                                resource.group().isEmpty() ? "" : "." + resource.group(),
                                key.name())));
    }
}
