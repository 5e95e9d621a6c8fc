package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Names;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.operation.Target;
import java.util.List;
import java.util.random.RandomGenerator;

/// Gives each pod a service account and, unless either says no, a volume with its token.
public final class PodServiceAccount implements AdmissionPlugin {
    private static final String VOLUME_PREFIX = "kube-api-access-";
    private static final String MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final long TOKEN_SECONDS = 3607;
    private static final int FILE_MODE = 0644;

    private final VersionedStore store;
    private final RandomGenerator random;

    public PodServiceAccount(VersionedStore store, RandomGenerator random) {
        this.store = store;
        this.random = random;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (!(object instanceof Pod pod) || !target.subresource().isEmpty() || isMirror(pod)) {
            return object;
        }
        var name = pod.spec().serviceAccountName().isEmpty()
                ? "default"
                : pod.spec().serviceAccountName();
        var account = account(pod, name);
        var spec = pod.spec().toBuilder().serviceAccountName(name).serviceAccount(name);
        if (pod.spec().imagePullSecrets().isEmpty()) {
            spec.imagePullSecrets(account.imagePullSecrets());
        }
        var admitted = pod.withSpec(spec.build());
        return isMounted(pod.spec(), account) ? admitted.withSpec(mounted(admitted.spec())) : admitted;
    }

    private static boolean isMirror(Pod pod) {
        return pod.annotations().containsKey("kubernetes.io/config.mirror");
    }

    private ServiceAccount account(Pod pod, String name) {
        return (ServiceAccount) store.get(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(pod.namespace(), name))
                .orElseThrow(() -> ApiErrors.forbidden(
                        Pod.PODS,
                        pod.name(),
                        "error looking up service account %s/%s: serviceaccount \"%s\" not found"
                                .formatted(pod.namespace(), name, name)));
    }

    private static boolean isMounted(PodSpec spec, ServiceAccount account) {
        return spec.automountServiceAccountToken()
                .or(account::automountServiceAccountToken)
                .orElse(true);
    }

    private PodSpec mounted(PodSpec spec) {
        var name = spec.volumes().stream()
                .map(Volume::name)
                .filter(it -> it.startsWith(VOLUME_PREFIX))
                .findFirst()
                .orElseGet(() -> VOLUME_PREFIX + Names.randomSuffix(random));
        var containers = mounted(spec.containers(), name);
        var first = mounted(spec.initContainers(), name);
        var isUsed = !containers.equals(spec.containers()) || !first.equals(spec.initContainers());
        var changed = spec.toBuilder().containers(containers).initContainers(first);
        if (isUsed && spec.volumes().stream().noneMatch(it -> it.name().equals(name))) {
            changed.addVolumes(volume(name));
        }
        return changed.build();
    }

    private static List<Container> mounted(List<Container> containers, String volume) {
        return containers.stream().map(container -> mounted(container, volume)).toList();
    }

    private static Container mounted(Container container, String volume) {
        return container.volumeMounts().stream()
                        .anyMatch(mount -> mount.mountPath().equals(MOUNT_PATH))
                ? container
                : container.toBuilder()
                        .addVolumeMounts(
                                mount -> mount.name(volume).readOnly(true).mountPath(MOUNT_PATH))
                        .build();
    }

    /// The token, the authority to trust and the namespace, in one folder.
    private static Volume volume(String name) {
        return Volume.builder()
                .name(name)
                .projected(projected -> projected
                        .defaultMode(FILE_MODE)
                        .addSources(source -> source.serviceAccountToken(
                                token -> token.expirationSeconds(TOKEN_SECONDS).path("token")))
                        .addSources(source -> source.configMap(map -> map.name("kube-root-ca.crt")
                                .addItems(item -> item.key("ca.crt").path("ca.crt"))))
                        .addSources(source -> source.downwardAPI(api -> api.addItems(item -> item.path("namespace")
                                .fieldRef(field -> field.apiVersion("v1").fieldPath("metadata.namespace"))))))
                .build();
    }
}
