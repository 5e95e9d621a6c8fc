package dev.kcm.manager.pages;

import dev.kcm.base.flags.IpText;
import dev.kcm.controllers.cloud.serviceloadbalancer.ServiceLoadBalancerOptions;
import dev.kcm.controllers.housekeeping.garbagecollector.GarbageCollectorOptions;
import dev.kcm.controllers.housekeeping.namespace.NamespaceOptions;
import dev.kcm.controllers.housekeeping.podgarbagecollector.PodGarbageCollectorOptions;
import dev.kcm.controllers.housekeeping.resourcequota.ResourceQuotaOptions;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningOptions;
import dev.kcm.controllers.identity.certificatesigning.SignerFiles;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyTokenCleanerOptions;
import dev.kcm.controllers.network.endpoints.EndpointsOptions;
import dev.kcm.controllers.network.endpointslice.EndpointSliceOptions;
import dev.kcm.controllers.network.endpointslicemirroring.EndpointSliceMirroringOptions;
import dev.kcm.controllers.node.devicetainteviction.DeviceTaintEvictionOptions;
import dev.kcm.controllers.node.nodeipam.NodeIpamOptions;
import dev.kcm.controllers.node.nodelifecycle.NodeLifecycleOptions;
import dev.kcm.controllers.node.resourceclaim.ResourceClaimOptions;
import dev.kcm.controllers.planned.ValidatingAdmissionPolicyStatusOptions;
import dev.kcm.controllers.shared.serviceaccounttokens.ServiceAccountOptions;
import dev.kcm.controllers.storage.attachdetach.AttachDetachOptions;
import dev.kcm.controllers.storage.ephemeralvolume.EphemeralVolumeOptions;
import dev.kcm.controllers.storage.persistentvolumebinder.PersistentVolumeBinderOptions;
import dev.kcm.controllers.storage.persistentvolumebinder.RecyclerOptions;
import dev.kcm.controllers.workload.cronjob.CronJobOptions;
import dev.kcm.controllers.workload.daemonset.DaemonSetOptions;
import dev.kcm.controllers.workload.deployment.DeploymentOptions;
import dev.kcm.controllers.workload.horizontalpodautoscaler.HorizontalPodAutoscalerOptions;
import dev.kcm.controllers.workload.job.JobOptions;
import dev.kcm.controllers.workload.replicaset.ReplicaSetOptions;
import dev.kcm.controllers.workload.replicationcontroller.ReplicationControllerOptions;
import dev.kcm.controllers.workload.statefulset.StatefulSetOptions;
import dev.kcm.controllers.workload.ttlafterfinished.TtlAfterFinishedOptions;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.CloudOptions;
import dev.kcm.manager.options.ConnectionOptions;
import dev.kcm.manager.options.DebuggingOptions;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.LeaderElectionOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What `/configz` shows: the options as upstream's KubeControllerManagerConfiguration v1alpha1.
public final class Configz {
    private static final String GROUP = "kubecontrollermanager.config.k8s.io";

    private final ManagerOptions options;
    private final JsonObject.Builder document = JsonObject.builder();

    private Configz(ManagerOptions options) {
        this.options = options;
    }

    /// The document as JSON.
    ///
    /// @param migration present when leader migration is on
    public static String of(ManagerOptions options, Optional<LeaderMigration> migration) {
        return new Configz(options).whole(migration).toText();
    }

    private JsonObject whole(Optional<LeaderMigration> migration) {
        document.put("kind", Json.of("KubeControllerManagerConfiguration"));
        document.put("apiVersion", Json.of(GROUP + "/v1alpha1"));
        document.put("Generic", generic(migration));
        document.put("KubeCloudShared", cloud());
        addStorage();
        addIdentity();
        addWorkloads();
        document.put("DeprecatedController", Json.object());
        addNetwork();
        addHousekeeping();
        addNodes();
        return Fields.of(GROUP, document.build());
    }

    private JsonObject generic(Optional<LeaderMigration> migration) {
        var generic = options.of(GenericOptions.FLAGS);
        var debugging = options.of(DebuggingOptions.FLAGS);
        return Fields.of(
                "Port", 0,
                "Address", IpText.print(IpText.parse("0.0.0.0")),
                "MinResyncPeriod", generic.minResyncPeriod(),
                "ClientConnection", connection(generic),
                "ControllerStartInterval", generic.controllerStartInterval(),
                "LeaderElection", election(generic.leaderElection()),
                "Controllers", options.controllers().entries(),
                "Debugging",
                        Fields.of(
                                "enableProfiling", debugging.profiling(),
                                "enableContentionProfiling", debugging.contentionProfiling()),
                "LeaderMigrationEnabled", migration.isPresent(),
                "LeaderMigration", migration(migration));
    }

    private JsonObject connection(GenericOptions generic) {
        var requests = generic.requests();
        return Fields.of(
                "kubeconfig", options.of(ConnectionOptions.FLAGS).kubeconfig(),
                "acceptContentTypes", "",
                "contentType", requests.contentType(),
                "qps", requests.perSecond(),
                "burst", requests.burst());
    }

    private static JsonObject election(LeaderElectionOptions election) {
        return Fields.of(
                "leaderElect", election.elect(),
                "leaseDuration", election.leaseDuration(),
                "renewDeadline", election.renewDeadline(),
                "retryPeriod", election.retryPeriod(),
                "resourceLock", election.resourceLock(),
                "resourceName", election.resourceName(),
                "resourceNamespace", election.resourceNamespace());
    }

    private static JsonObject migration(Optional<LeaderMigration> migration) {
        return migration
                .map(moving -> Fields.of(
                        "leaderName", moving.leaderName(),
                        "resourceLock", moving.resourceLock(),
                        "controllerLeaders",
                                moving.controllerLeaders().stream()
                                        .map(leader ->
                                                Fields.of("name", leader.name(), "component", leader.component()))
                                        .toList()))
                .orElseGet(() -> Fields.of(
                        "leaderName", "",
                        "resourceLock", "",
                        "controllerLeaders", null));
    }

    private JsonObject cloud() {
        var cloud = options.of(CloudOptions.FLAGS);
        return Fields.of(
                "CloudProvider",
                        Fields.of(
                                "Name", cloud.provider().name(),
                                "CloudConfigFile", cloud.provider().configFile()),
                "ExternalCloudVolumePlugin", cloud.provider().externalVolumePlugin(),
                "UseServiceAccountCredentials", cloud.serviceAccountCredentials(),
                "AllowUntaggedCloud", cloud.provider().allowUntagged(),
                "RouteReconciliationPeriod", cloud.routes().reconciliationPeriod(),
                "NodeMonitorPeriod", cloud.nodeMonitoring().period(),
                "ClusterName", cloud.clusterName().name(),
                "ClusterCIDR", cloud.podAddresses().clusterRanges(),
                "AllocateNodeCIDRs", cloud.podAddresses().allocate(),
                "CIDRAllocatorType", cloud.podAddresses().allocator(),
                "ConfigureCloudRoutes", cloud.routes().configure(),
                "NodeSyncPeriod", cloud.nodeSyncPeriod());
    }

    private void addStorage() {
        var attachDetach = options.of(AttachDetachOptions.FLAGS);
        add(
                "AttachDetachController",
                "DisableAttachDetachReconcilerSync",
                attachDetach.reconcilerSyncDisabled(),
                "ReconcilerSyncLoopPeriod",
                attachDetach.reconcilerSyncPeriod(),
                "disableForceDetachOnTimeout",
                attachDetach.forceDetachDisabled());
        var binder = options.of(PersistentVolumeBinderOptions.FLAGS);
        add(
                "PersistentVolumeBinderController",
                "PVClaimBinderSyncPeriod",
                binder.syncPeriod(),
                "VolumeConfiguration",
                Fields.of(
                        "EnableHostPathProvisioning", binder.hostPathProvisioning(),
                        "EnableDynamicProvisioning", binder.dynamicProvisioning(),
                        "PersistentVolumeRecyclerConfiguration", recycler(binder),
                        "FlexVolumePluginDir", binder.flexVolumePluginDirectory()));
        add(
                "EphemeralVolumeController",
                "ConcurrentEphemeralVolumeSyncs",
                options.of(EphemeralVolumeOptions.FLAGS).concurrentSyncs());
    }

    private static JsonObject recycler(PersistentVolumeBinderOptions binder) {
        return Fields.of(
                "MaximumRetry", RecyclerOptions.MAXIMUM_RETRIES,
                "MinimumTimeoutNFS", binder.nfs().minimumTimeout(),
                "PodTemplateFilePathNFS", binder.nfs().podTemplateFile(),
                "IncrementTimeoutNFS", binder.nfs().timeoutIncrement(),
                "PodTemplateFilePathHostPath", binder.hostPath().podTemplateFile(),
                "MinimumTimeoutHostPath", binder.hostPath().minimumTimeout(),
                "IncrementTimeoutHostPath", binder.hostPath().timeoutIncrement());
    }

    private void addIdentity() {
        var signing = options.of(CertificateSigningOptions.FLAGS);
        add(
                "CSRSigningController",
                "ClusterSigningCertFile",
                signing.shared().certFile(),
                "ClusterSigningKeyFile",
                signing.shared().keyFile(),
                "KubeletServingSignerConfiguration",
                signer(signing.kubeletServing()),
                "KubeletClientSignerConfiguration",
                signer(signing.kubeletClient()),
                "KubeAPIServerClientSignerConfiguration",
                signer(signing.apiServerClient()),
                "LegacyUnknownSignerConfiguration",
                signer(signing.legacyUnknown()),
                "ClusterSigningDuration",
                signing.duration());
        var accounts = options.of(ServiceAccountOptions.FLAGS);
        add(
                "SAController",
                "ServiceAccountKeyFile",
                accounts.privateKeyFile(),
                "ConcurrentSATokenSyncs",
                accounts.concurrentTokenSyncs(),
                "RootCAFile",
                accounts.rootCaFile());
        add(
                "LegacySATokenCleaner",
                "CleanUpPeriod",
                options.of(LegacyTokenCleanerOptions.FLAGS).cleanUpPeriod());
    }

    private static JsonObject signer(SignerFiles files) {
        return Fields.of("CertFile", files.certFile(), "KeyFile", files.keyFile());
    }

    private void addWorkloads() {
        add(
                "DaemonSetController",
                "ConcurrentDaemonSetSyncs",
                options.of(DaemonSetOptions.FLAGS).concurrentSyncs());
        add(
                "DeploymentController",
                "ConcurrentDeploymentSyncs",
                options.of(DeploymentOptions.FLAGS).concurrentSyncs());
        add(
                "StatefulSetController",
                "ConcurrentStatefulSetSyncs",
                options.of(StatefulSetOptions.FLAGS).concurrentSyncs());
        add("JobController", "ConcurrentJobSyncs", options.of(JobOptions.FLAGS).concurrentSyncs());
        add(
                "CronJobController",
                "ConcurrentCronJobSyncs",
                options.of(CronJobOptions.FLAGS).concurrentSyncs());
        add(
                "ReplicaSetController",
                "ConcurrentRSSyncs",
                options.of(ReplicaSetOptions.FLAGS).concurrentSyncs());
        add(
                "ReplicationController",
                "ConcurrentRCSyncs",
                options.of(ReplicationControllerOptions.FLAGS).concurrentSyncs());
        add(
                "TTLAfterFinishedController",
                "ConcurrentTTLSyncs",
                options.of(TtlAfterFinishedOptions.FLAGS).concurrentSyncs());
        addAutoscaler(options.of(HorizontalPodAutoscalerOptions.FLAGS));
    }

    private void addAutoscaler(HorizontalPodAutoscalerOptions autoscaler) {
        add(
                "HPAController",
                "ConcurrentHorizontalPodAutoscalerSyncs",
                autoscaler.concurrentSyncs(),
                "HorizontalPodAutoscalerSyncPeriod",
                autoscaler.syncPeriod(),
                "HorizontalPodAutoscalerDownscaleStabilizationWindow",
                autoscaler.downscaleStabilization(),
                "HorizontalPodAutoscalerTolerance",
                autoscaler.tolerance(),
                "HorizontalPodAutoscalerCPUInitializationPeriod",
                autoscaler.cpuInitializationPeriod(),
                "HorizontalPodAutoscalerInitialReadinessDelay",
                autoscaler.initialReadinessDelay());
    }

    private void addNetwork() {
        var endpoints = options.of(EndpointsOptions.FLAGS);
        add(
                "EndpointController",
                "ConcurrentEndpointSyncs",
                endpoints.concurrentSyncs(),
                "EndpointUpdatesBatchPeriod",
                endpoints.updatesBatchPeriod());
        var slices = options.of(EndpointSliceOptions.FLAGS);
        add(
                "EndpointSliceController",
                "ConcurrentServiceEndpointSyncs",
                slices.concurrentSyncs(),
                "MaxEndpointsPerSlice",
                slices.maxEndpointsPerSlice(),
                "EndpointUpdatesBatchPeriod",
                slices.updatesBatchPeriod());
        var mirroring = options.of(EndpointSliceMirroringOptions.FLAGS);
        add(
                "EndpointSliceMirroringController",
                "MirroringConcurrentServiceEndpointSyncs",
                mirroring.concurrentSyncs(),
                "MirroringMaxEndpointsPerSubset",
                mirroring.maxEndpointsPerSubset(),
                "MirroringEndpointUpdatesBatchPeriod",
                mirroring.updatesBatchPeriod());
        add(
                "ServiceController",
                "ConcurrentServiceSyncs",
                options.of(ServiceLoadBalancerOptions.FLAGS).concurrentSyncs());
    }

    private void addHousekeeping() {
        var collector = options.of(GarbageCollectorOptions.FLAGS);
        add(
                "GarbageCollectorController",
                "EnableGarbageCollector",
                collector.enabled(),
                "ConcurrentGCSyncs",
                collector.concurrentSyncs(),
                "GCIgnoredResources",
                List.of(
                        Fields.of("Group", "", "Resource", "events"),
                        Fields.of("Group", "events.k8s.io", "Resource", "events")));
        var namespaces = options.of(NamespaceOptions.FLAGS);
        add(
                "NamespaceController",
                "NamespaceSyncPeriod",
                namespaces.syncPeriod(),
                "ConcurrentNamespaceSyncs",
                namespaces.concurrentSyncs());
        add(
                "PodGCController",
                "TerminatedPodGCThreshold",
                options.of(PodGarbageCollectorOptions.FLAGS).terminatedPodThreshold());
        var quotas = options.of(ResourceQuotaOptions.FLAGS);
        add(
                "ResourceQuotaController",
                "ResourceQuotaSyncPeriod",
                quotas.syncPeriod(),
                "ConcurrentResourceQuotaSyncs",
                quotas.concurrentSyncs());
        add(
                "ValidatingAdmissionPolicyStatusController",
                "ConcurrentPolicySyncs",
                options.of(ValidatingAdmissionPolicyStatusOptions.FLAGS).concurrentSyncs());
    }

    private void addNodes() {
        addNodeAddresses(options.of(NodeIpamOptions.FLAGS));
        var lifecycle = options.of(NodeLifecycleOptions.FLAGS);
        add(
                "NodeLifecycleController",
                "NodeEvictionRate",
                lifecycle.evictionRate(),
                "SecondaryNodeEvictionRate",
                lifecycle.secondaryEvictionRate(),
                "NodeStartupGracePeriod",
                lifecycle.startupGracePeriod(),
                "NodeMonitorGracePeriod",
                lifecycle.monitorGracePeriod(),
                "PodEvictionTimeout",
                Duration.ZERO,
                "LargeClusterSizeThreshold",
                lifecycle.largeClusterSize(),
                "UnhealthyZoneThreshold",
                lifecycle.unhealthyZoneThreshold());
        add(
                "DeviceTaintEvictionController",
                "ConcurrentSyncs",
                options.of(DeviceTaintEvictionOptions.FLAGS).concurrentSyncs());
        add(
                "ResourceClaimController",
                "ConcurrentSyncs",
                options.of(ResourceClaimOptions.FLAGS).concurrentSyncs());
    }

    private void addNodeAddresses(NodeIpamOptions addresses) {
        var ranges = addresses.serviceRange().split(",", -1);
        add(
                "NodeIPAMController",
                "ServiceCIDR",
                ranges[0],
                "SecondaryServiceCIDR",
                ranges.length > 1 ? ranges[1] : "",
                "NodeCIDRMaskSize",
                addresses.maskSize(),
                "NodeCIDRMaskSizeIPv4",
                addresses.maskSizeIpv4(),
                "NodeCIDRMaskSizeIPv6",
                addresses.maskSizeIpv6());
    }

    private void add(String name, @Nullable Object... namesAndValues) {
        document.put(name, Fields.of(namesAndValues));
    }
}
