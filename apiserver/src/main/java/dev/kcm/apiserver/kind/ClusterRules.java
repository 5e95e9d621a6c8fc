package dev.kcm.apiserver.kind;

import dev.kcm.model.NameRules;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.LimitRange;
import dev.kcm.model.core.v1.LimitRangeItem;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeStatus;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.scheduling.v1.PriorityClass;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Bytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The other kinds of the core group that have rules of their own, leases and budgets.
final class ClusterRules {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final int HIGHEST_PRIORITY = 1_000_000_000;
    private static final Set<String> SYSTEM_PRIORITIES = Set.of("system-node-critical", "system-cluster-critical");

    static final Strategy<Namespace> NAMESPACES = Strategy.of(Namespace.NAMESPACES)
            .defaults(ClusterRules::labelled)
            .spec(Part.of(Namespace::spec, Namespace::withSpec))
            .status(Part.of(Namespace::status, Namespace::withStatus))
            .nameRule(NameRules::dnsLabel)
            .onCreate(ClusterRules::finalized)
            .initialStatus(it -> it.withStatus(status -> status.phase("Active")))
            .onUpdate((wanted, current) ->
                    wanted.withSpec(spec -> spec.finalizers(current.spec().finalizers())))
            .field("status.phase", namespace -> namespace.status().phase())
            .showsDeleted()
            .build();

    static final Strategy<Node> NODES = Strategy.of(Node.NODES)
            .spec(Part.of(Node::spec, Node::withSpec))
            .status(Part.of(Node::status, Node::withStatus))
            .keepsStatusOnCreate()
            .defaults(ClusterRules::allocatable)
            .field("spec.unschedulable", node -> Boolean.toString(node.spec().unschedulable()))
            .build();

    static final Strategy<ConfigMap> CONFIG_MAPS = Strategy.of(ConfigMap.CONFIG_MAPS)
            .validation(ClusterRules::validate)
            .updateValidation((wanted, current, problems) -> {
                validate(wanted, problems);
                if (current.immutable().orElse(false)) {
                    unchanged(wanted.data(), current.data(), "data", problems);
                    unchanged(wanted.binaryData(), current.binaryData(), "binaryData", problems);
                }
            })
            .build();

    static final Strategy<Secret> SECRETS = Strategy.of(Secret.SECRETS)
            .defaults(ClusterRules::typed)
            .validation(ClusterRules::validate)
            .updateValidation((wanted, current, problems) -> {
                validate(wanted, problems);
                if (!wanted.type().equals(current.type())) {
                    problems.invalid(new FieldPath("type"), wanted.type(), "field is immutable");
                }
                if (current.immutable().orElse(false)) {
                    unchanged(wanted.data(), current.data(), "data", problems);
                }
            })
            .field("type", Secret::type)
            .build();

    static final Strategy<ServiceAccount> SERVICE_ACCOUNTS =
            Strategy.of(ServiceAccount.SERVICE_ACCOUNTS).showsDeleted().build();

    static final Strategy<Event> EVENTS = Strategy.of(Event.EVENTS)
            .validation(ClusterRules::validate)
            .dependents(Strategy.Dependents.UNTOUCHED)
            .isCreatedByUpdate()
            .field("involvedObject.kind", event -> event.involvedObject().kind())
            .field("involvedObject.namespace", event -> event.involvedObject().namespace())
            .field("involvedObject.name", event -> event.involvedObject().name())
            .field("involvedObject.uid", event -> event.involvedObject().uid())
            .field("involvedObject.apiVersion", event -> event.involvedObject().apiVersion())
            .field(
                    "involvedObject.resourceVersion",
                    event -> event.involvedObject().resourceVersion())
            .field("involvedObject.fieldPath", event -> event.involvedObject().fieldPath())
            .field("reason", Event::reason)
            .field("reportingComponent", Event::reportingComponent)
            .field("source", event -> event.source().component())
            .field("type", Event::type)
            .build();

    static final Strategy<Lease> LEASES = Strategy.of(Lease.LEASES)
            .spec(Part.of(Lease::spec, Lease::withSpec))
            .validation(ClusterRules::validate)
            .needsResourceVersion()
            .isCreatedByUpdate()
            .build();

    static final Strategy<PersistentVolume> PERSISTENT_VOLUMES = Strategy.of(PersistentVolume.PERSISTENT_VOLUMES)
            .defaults(ClusterRules::defaulted)
            .spec(Part.of(PersistentVolume::spec, PersistentVolume::withSpec))
            .status(Part.of(PersistentVolume::status, PersistentVolume::withStatus))
            .initialStatus(ClusterRules::pending)
            .showsDeleted()
            .build();

    static final Strategy<StorageClass> STORAGE_CLASSES = Strategy.of(StorageClass.STORAGE_CLASSES)
            .defaults(it -> it.toBuilder()
                    .reclaimPolicy(it.reclaimPolicy().orElse("Delete"))
                    .volumeBindingMode(it.volumeBindingMode().orElse("Immediate"))
                    .build())
            .showsDeleted()
            .build();

    static final Strategy<PriorityClass> PRIORITY_CLASSES = Strategy.of(PriorityClass.PRIORITY_CLASSES)
            .defaults(it -> it.withPreemptionPolicy(it.preemptionPolicy().orElse("PreemptLowerPriority")))
            .validation(ClusterRules::validate)
            .countsGenerations()
            .build();

    static final Strategy<LimitRange> LIMIT_RANGES = Strategy.of(LimitRange.LIMIT_RANGES)
            .defaults(it ->
                    it.withSpec(spec -> spec.limits(PodDefaults.all(it.spec().limits(), ClusterRules::defaulted))))
            .build();

    static final Strategy<PersistentVolumeClaim> PERSISTENT_VOLUME_CLAIMS = Strategy.of(
                    PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
            .defaults(ClusterRules::defaulted)
            .spec(Part.of(PersistentVolumeClaim::spec, PersistentVolumeClaim::withSpec))
            .status(Part.of(PersistentVolumeClaim::status, PersistentVolumeClaim::withStatus))
            .initialStatus(it -> it.withStatus(status -> status.phase("Pending")))
            .validation(ClusterRules::validate)
            .showsDeleted()
            .build();

    static final Strategy<PodDisruptionBudget> POD_DISRUPTION_BUDGETS = Strategy.of(
                    PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
            .spec(Part.of(PodDisruptionBudget::spec, PodDisruptionBudget::withSpec))
            .status(Part.of(PodDisruptionBudget::status, PodDisruptionBudget::withStatus))
            .validation(ClusterRules::validate)
            .needsResourceVersion()
            .countsGenerations()
            .build();

    private ClusterRules() {}

    private static Namespace labelled(Namespace namespace) {
        return namespace.name().isEmpty()
                ? namespace
                : namespace.withMetadata(metadata -> metadata.putLabels(NAME_LABEL, namespace.name()));
    }

    private static Namespace finalized(Namespace namespace) {
        var finalizers = namespace.spec().finalizers();
        return finalizers.contains("kubernetes")
                ? namespace
                : namespace.withSpec(spec -> spec.addFinalizers("kubernetes"));
    }

    private static Node allocatable(Node node) {
        var status = node.status();
        return status.allocatable().isEmpty() && !status.capacity().isEmpty()
                ? node.withStatus(changed -> changed.allocatable(status.capacity()))
                : node;
    }

    private static Secret typed(Secret secret) {
        var plain = secret.stringData();
        var typed = secret.type().isEmpty() ? secret.withType("Opaque") : secret;
        if (plain.isEmpty()) {
            return typed;
        }
        var changed = typed.toBuilder().stringData(Map.of());
        plain.forEach((key, text) -> changed.putData(key, Bytes.utf8(text)));
        return changed.build();
    }

    private static void validate(ConfigMap map, FieldErrors problems) {
        map.data().keySet().forEach(key -> dataKey(key, "data", problems));
        map.binaryData().keySet().forEach(key -> dataKey(key, "binaryData", problems));
    }

    private static void validate(Secret secret, FieldErrors problems) {
        secret.data().keySet().forEach(key -> dataKey(key, "data", problems));
        if (secret.type().equals("kubernetes.io/service-account-token")
                && secret.annotations()
                        .getOrDefault("kubernetes.io/service-account.name", "")
                        .isEmpty()) {
            problems.required(FieldPath.METADATA.child("annotations").key("kubernetes.io/service-account.name"), "");
        }
    }

    private static void dataKey(String key, String field, FieldErrors problems) {
        var isPlain = !key.isEmpty() && key.length() <= 253;
        for (int i = 0; i < key.length(); i++) {
            char letter = key.charAt(i);
            isPlain &= (letter < 128 && Character.isLetterOrDigit(letter)) || "-_.".indexOf(letter) >= 0;
        }
        if (!isPlain) {
            problems.invalid(
                    new FieldPath(field).key(key),
                    key,
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                            + " (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for"
                            + " validation is '[-._a-zA-Z0-9]+')");
        }
    }

    private static void unchanged(Object wanted, Object current, String field, FieldErrors problems) {
        if (!wanted.equals(current)) {
            problems.forbidden(new FieldPath(field), "field is immutable when `immutable` is set");
        }
    }

    private static void validate(Event event, FieldErrors problems) {
        var about = event.involvedObject().namespace();
        var isOk = about.isEmpty()
                ? event.namespace().equals("default") || !event.eventTime().isPresent()
                : about.equals(event.namespace());
        if (!isOk) {
            problems.invalid(new FieldPath("involvedObject.namespace"), about, "does not match event.namespace");
        }
    }

    private static PersistentVolume defaulted(PersistentVolume volume) {
        var spec = volume.spec();
        return volume.withSpec(changed -> changed.persistentVolumeReclaimPolicy(
                        PodDefaults.or(spec.persistentVolumeReclaimPolicy(), "Retain"))
                .volumeMode(spec.volumeMode().orElse("Filesystem"))
                .persistentVolumeSource(defaulted(spec.persistentVolumeSource())));
    }

    private static PersistentVolumeSource defaulted(PersistentVolumeSource source) {
        return source.hostPath()
                .filter(path -> path.type().isEmpty())
                .map(path -> source.toBuilder().hostPath(path.withType("")).build())
                .orElse(source);
    }

    /// A new volume, since when its metadata says.
    private static PersistentVolume pending(PersistentVolume volume) {
        var status = PersistentVolumeStatus.builder().phase("Pending");
        volume.metadata().creationTimestamp().ifPresent(status::lastPhaseTransitionTime);
        return volume.withStatus(status.build());
    }

    /// Of containers, the usual limit is the greatest one and the usual request the usual limit or
    /// else the least one.
    private static LimitRangeItem defaulted(LimitRangeItem item) {
        if (!item.type().equals("Container")) {
            return item;
        }
        var limits = new HashMap<>(item.max());
        limits.putAll(item.default_());
        var requests = new HashMap<>(item.min());
        requests.putAll(limits);
        requests.putAll(item.defaultRequest());
        return item.toBuilder().default_(limits).defaultRequest(requests).build();
    }

    private static PersistentVolumeClaim defaulted(PersistentVolumeClaim claim) {
        var spec = claim.spec();
        return claim.withSpec(changed -> changed.volumeMode(spec.volumeMode().orElse("Filesystem")));
    }

    private static void validate(PersistentVolumeClaim claim, FieldErrors problems) {
        if (claim.spec().accessModes().isEmpty()) {
            problems.required(FieldPath.SPEC.child("accessModes"), "at least 1 access mode is required");
        }
        if (!claim.spec().resources().requests().containsKey("storage")) {
            problems.required(FieldPath.SPEC.child("resources").key("storage"), "");
        }
    }

    private static void validate(Lease lease, FieldErrors problems) {
        var spec = lease.spec();
        spec.leaseDurationSeconds()
                .filter(seconds -> seconds <= 0)
                .ifPresent(seconds -> problems.invalid(
                        FieldPath.SPEC.child("leaseDurationSeconds"), seconds, "must be greater than 0"));
        WorkloadRules.nonNegative(
                spec.leaseTransitions().orElse(0), FieldPath.SPEC.child("leaseTransitions"), problems);
    }

    /// What is above belongs to the system, and so do names that begin with its.
    private static void validate(PriorityClass priority, FieldErrors problems) {
        var name = priority.name();
        if (name.startsWith("system-")) {
            if (!SYSTEM_PRIORITIES.contains(name)) {
                problems.forbidden(
                        FieldPath.METADATA.child("name"),
                        "priority class names with 'system-' prefix are reserved for system use"
                                + " only. error: %s is not a known system priority class".formatted(name));
            }
        } else if (priority.value() > HIGHEST_PRIORITY) {
            problems.forbidden(
                    new FieldPath("value"), "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY);
        }
    }

    private static void validate(PodDisruptionBudget budget, FieldErrors problems) {
        if (budget.spec().minAvailable().isPresent()
                && budget.spec().maxUnavailable().isPresent()) {
            problems.invalid(FieldPath.SPEC, budget.spec(), "minAvailable and maxUnavailable cannot be both set");
        }
    }
}
