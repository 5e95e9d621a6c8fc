package dev.kcm.manager.registry;

import static dev.kcm.manager.registry.ControllerDescriptor.built;
import static dev.kcm.manager.registry.ControllerDescriptor.cloudLoop;
import static dev.kcm.manager.registry.ControllerDescriptor.planned;

import dev.kcm.controllers.cloud.cloudnodelifecycle.CloudNodeLifecycleController;
import dev.kcm.controllers.cloud.noderoute.NodeRouteController;
import dev.kcm.controllers.cloud.serviceloadbalancer.ServiceLoadBalancerController;
import dev.kcm.controllers.housekeeping.garbagecollector.GarbageCollectorController;
import dev.kcm.controllers.housekeeping.namespace.NamespaceController;
import dev.kcm.controllers.housekeeping.podgarbagecollector.PodGarbageCollectorController;
import dev.kcm.controllers.housekeeping.resourcequota.ResourceQuotaController;
import dev.kcm.controllers.identity.bootstrapsigner.BootstrapSignerController;
import dev.kcm.controllers.identity.certificateapproving.CertificateSigningRequestApprovingController;
import dev.kcm.controllers.identity.certificatecleaner.CertificateSigningRequestCleanerController;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningRequestSigningController;
import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregationController;
import dev.kcm.controllers.identity.clustertrustbundlepublisher.ClusterTrustBundlePublisherController;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyServiceAccountTokenCleanerController;
import dev.kcm.controllers.identity.podcertificaterequestcleaner.PodCertificateRequestCleanerController;
import dev.kcm.controllers.identity.rootcacertificatepublisher.RootCaCertificatePublisherController;
import dev.kcm.controllers.identity.serviceaccount.ServiceAccountController;
import dev.kcm.controllers.identity.serviceaccounttoken.ServiceAccountTokenController;
import dev.kcm.controllers.identity.tokencleaner.TokenCleanerController;
import dev.kcm.controllers.network.endpoints.EndpointsController;
import dev.kcm.controllers.network.endpointslice.EndpointSliceController;
import dev.kcm.controllers.network.endpointslicemirroring.EndpointSliceMirroringController;
import dev.kcm.controllers.node.devicetainteviction.DeviceTaintEvictionController;
import dev.kcm.controllers.node.nodeipam.NodeIpamController;
import dev.kcm.controllers.node.nodelifecycle.NodeLifecycleController;
import dev.kcm.controllers.node.resourceclaim.ResourceClaimController;
import dev.kcm.controllers.node.resourcepoolstatusrequest.ResourcePoolStatusRequestController;
import dev.kcm.controllers.node.tainteviction.TaintEvictionController;
import dev.kcm.controllers.node.ttl.TtlController;
import dev.kcm.controllers.storage.attachdetach.AttachDetachController;
import dev.kcm.controllers.storage.attributesclassprotection.VolumeAttributesClassProtectionController;
import dev.kcm.controllers.storage.claimprotection.PersistentVolumeClaimProtectionController;
import dev.kcm.controllers.storage.ephemeralvolume.EphemeralVolumeController;
import dev.kcm.controllers.storage.expander.PersistentVolumeExpanderController;
import dev.kcm.controllers.storage.persistentvolumebinder.PersistentVolumeBinderController;
import dev.kcm.controllers.storage.volumeprotection.PersistentVolumeProtectionController;
import dev.kcm.controllers.workload.cronjob.CronJobController;
import dev.kcm.controllers.workload.daemonset.DaemonSetController;
import dev.kcm.controllers.workload.deployment.DeploymentController;
import dev.kcm.controllers.workload.disruption.DisruptionController;
import dev.kcm.controllers.workload.horizontalpodautoscaler.HorizontalPodAutoscalerController;
import dev.kcm.controllers.workload.job.JobController;
import dev.kcm.controllers.workload.podgroupprotection.PodGroupProtectionController;
import dev.kcm.controllers.workload.replicaset.ReplicaSetController;
import dev.kcm.controllers.workload.replicationcontroller.ReplicationControllerController;
import dev.kcm.controllers.workload.statefulset.StatefulSetController;
import dev.kcm.controllers.workload.ttlafterfinished.TtlAfterFinishedController;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Upstream's controllers, in the order they start: the one list of all there are, and of which are built.
public final class ControllerDescriptors {
    public static final List<ControllerDescriptor> ALL = List.of(
            built(ServiceAccountTokenController.SPEC).startingFirst(),
            built(DaemonSetController.SPEC),
            built(StatefulSetController.SPEC),
            built(ReplicaSetController.SPEC),
            built(DeploymentController.SPEC),
            built(HorizontalPodAutoscalerController.SPEC),
            built(JobController.SPEC),
            built(CronJobController.SPEC),
            built(BootstrapSignerController.SPEC).offByDefault(),
            built(TokenCleanerController.SPEC).offByDefault(),
            built(CertificateSigningRequestSigningController.SPEC),
            built(CertificateSigningRequestApprovingController.SPEC),
            built(CertificateSigningRequestCleanerController.SPEC),
            built(PodCertificateRequestCleanerController.SPEC).requiring("PodCertificateRequest"),
            built(RootCaCertificatePublisherController.SPEC),
            built(ClusterTrustBundlePublisherController.SPEC).requiring("ClusterTrustBundle"),
            cloudLoop(ServiceLoadBalancerController.SPEC),
            built(NodeIpamController.SPEC),
            built(NodeLifecycleController.SPEC),
            built(TaintEvictionController.SPEC).requiring("SeparateTaintEvictionController"),
            cloudLoop(CloudNodeLifecycleController.SPEC),
            cloudLoop(NodeRouteController.SPEC),
            built(PersistentVolumeBinderController.SPEC),
            built(AttachDetachController.SPEC),
            built(PersistentVolumeExpanderController.SPEC),
            built(EphemeralVolumeController.SPEC),
            built(EndpointsController.SPEC),
            built(ReplicationControllerController.SPEC),
            built(PodGarbageCollectorController.SPEC),
            built(ResourceQuotaController.SPEC),
            built(NamespaceController.SPEC),
            built(ServiceAccountController.SPEC),
            built(TtlController.SPEC),
            built(GarbageCollectorController.SPEC),
            built(PersistentVolumeClaimProtectionController.SPEC)
                    .replacedWith(
                            "PersistentVolumeClaimUnusedSinceTime",
                            PersistentVolumeClaimProtectionController.SPEC_WITH_USE),
            built(PersistentVolumeProtectionController.SPEC),
            built(VolumeAttributesClassProtectionController.SPEC).requiring("VolumeAttributesClass"),
            built(TtlAfterFinishedController.SPEC),
            built(LegacyServiceAccountTokenCleanerController.SPEC),
            planned("storageversion-garbage-collector-controller", "storage-version-gc")
                    .requiring("APIServerIdentity", "StorageVersionAPI"),
            planned("selinux-warning-controller")
                    .requiring("SELinuxChangePolicy")
                    .offByDefault(),
            built(EndpointSliceController.SPEC),
            built(EndpointSliceMirroringController.SPEC),
            planned("service-cidr-controller").requiring("MultiCIDRServiceAllocator"),
            built(DisruptionController.SPEC),
            built(ClusterRoleAggregationController.SPEC),
            built(DeviceTaintEvictionController.SPEC)
                    .requiring("DynamicResourceAllocation", "DRADeviceTaints")
                    .replacedWith("DRADeviceTaintRules", DeviceTaintEvictionController.SPEC_WITH_RULES),
            built(ResourceClaimController.SPEC).requiring("DynamicResourceAllocation"),
            built(ResourcePoolStatusRequestController.SPEC).requiring("DRAResourcePoolStatus"),
            built(PodGroupProtectionController.SPEC).requiring("GenericWorkload"),
            planned("storage-version-migrator-controller", "svm"),
            planned("validatingadmissionpolicy-status-controller"));

    private static final Map<String, String> BY_ALIAS = byAlias();

    private ControllerDescriptors() {}

    /// All names, sorted.
    public static List<String> names() {
        return ALL.stream().map(ControllerDescriptor::name).sorted().toList();
    }

    public static List<String> namesDisabledByDefault() {
        return ALL.stream()
                .filter(ControllerDescriptor::disabledByDefault)
                .map(ControllerDescriptor::name)
                .sorted()
                .toList();
    }

    /// The specs of those that are built.
    public static List<ControllerSpec> specs() {
        return ALL.stream().flatMap(descriptor -> descriptor.spec().stream()).toList();
    }

    /// The name behind an alias; anything else is returned as it is.
    public static String canonical(String nameOrAlias) {
        return BY_ALIAS.getOrDefault(nameOrAlias, nameOrAlias);
    }

    /// Whether the controller of this name is started before all others, with the manager's own
    /// identity.
    public static boolean startsFirst(String name) {
        return ALL.stream()
                .anyMatch(descriptor ->
                        descriptor.startsFirst() && descriptor.name().equals(name));
    }

    /// The controllers that need a cloud provider.
    public static List<String> cloudLoops() {
        return ALL.stream()
                .filter(ControllerDescriptor::cloudLoop)
                .map(ControllerDescriptor::name)
                .toList();
    }

    public static boolean isCloudLoop(String name) {
        return cloudLoops().contains(name);
    }

    static Map<String, String> aliases() {
        return BY_ALIAS;
    }

    private static Map<String, String> byAlias() {
        var byAlias = new HashMap<String, String>();
        for (var descriptor : ALL) {
            descriptor.aliases().forEach(alias -> byAlias.put(alias, descriptor.name()));
        }
        return Map.copyOf(byAlias);
    }
}
