package dev.kcm.manager.options;

import dev.kcm.base.flags.FlagSet;
import dev.kcm.base.flags.Flags;
import dev.kcm.controllers.cloud.serviceloadbalancer.ServiceLoadBalancerOptions;
import dev.kcm.controllers.housekeeping.garbagecollector.GarbageCollectorOptions;
import dev.kcm.controllers.housekeeping.namespace.NamespaceOptions;
import dev.kcm.controllers.housekeeping.podgarbagecollector.PodGarbageCollectorOptions;
import dev.kcm.controllers.housekeeping.resourcequota.ResourceQuotaOptions;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningOptions;
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
import dev.kcm.controllers.workload.cronjob.CronJobOptions;
import dev.kcm.controllers.workload.daemonset.DaemonSetOptions;
import dev.kcm.controllers.workload.deployment.DeploymentOptions;
import dev.kcm.controllers.workload.horizontalpodautoscaler.HorizontalPodAutoscalerOptions;
import dev.kcm.controllers.workload.job.JobOptions;
import dev.kcm.controllers.workload.replicaset.ReplicaSetOptions;
import dev.kcm.controllers.workload.replicationcontroller.ReplicationControllerOptions;
import dev.kcm.controllers.workload.statefulset.StatefulSetOptions;
import dev.kcm.controllers.workload.ttlafterfinished.TtlAfterFinishedOptions;
import dev.kcm.manager.gates.GateOptions;
import dev.kcm.manager.logging.LoggingOptions;
import java.util.List;

/// Every flag of the program, in the order of upstream's help, our own last.
public final class ManagerFlags {
    private static final List<Flags<?>> GROUPS = List.of(
            DebuggingOptions.FLAGS,
            LeaderMigrationOptions.FLAGS,
            GenericOptions.FLAGS,
            CloudOptions.FLAGS,
            GateOptions.FLAGS,
            ServiceLoadBalancerOptions.FLAGS,
            SecureServingOptions.FLAGS,
            AuthenticationOptions.FLAGS,
            AuthorizationOptions.FLAGS,
            AttachDetachOptions.FLAGS,
            CertificateSigningOptions.FLAGS,
            DeploymentOptions.FLAGS,
            DeviceTaintEvictionOptions.FLAGS,
            ResourceClaimOptions.FLAGS,
            StatefulSetOptions.FLAGS,
            DaemonSetOptions.FLAGS,
            EndpointsOptions.FLAGS,
            EndpointSliceOptions.FLAGS,
            EndpointSliceMirroringOptions.FLAGS,
            EphemeralVolumeOptions.FLAGS,
            GarbageCollectorOptions.FLAGS,
            HorizontalPodAutoscalerOptions.FLAGS,
            JobOptions.FLAGS,
            CronJobOptions.FLAGS,
            LegacyTokenCleanerOptions.FLAGS,
            NamespaceOptions.FLAGS,
            NodeIpamOptions.FLAGS,
            NodeLifecycleOptions.FLAGS,
            PersistentVolumeBinderOptions.FLAGS,
            PodGarbageCollectorOptions.FLAGS,
            ReplicaSetOptions.FLAGS,
            ReplicationControllerOptions.FLAGS,
            ResourceQuotaOptions.FLAGS,
            ServiceAccountOptions.FLAGS,
            TtlAfterFinishedOptions.FLAGS,
            ValidatingAdmissionPolicyStatusOptions.FLAGS,
            MetricsOptions.FLAGS,
            LoggingOptions.FLAGS,
            ConnectionOptions.FLAGS,
            ProgramOptions.FLAGS,
            ShadowOptions.FLAGS,
            StandbyOptions.FLAGS);

    public static final FlagSet ALL = FlagSet.of(GROUPS);

    private ManagerFlags() {}
}
