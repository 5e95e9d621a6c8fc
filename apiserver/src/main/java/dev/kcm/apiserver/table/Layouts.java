package dev.kcm.apiserver.table;

import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.EventSeries;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.PodTemplate;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.networking.v1.NetworkPolicy;
import dev.kcm.model.node.v1.RuntimeClass;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The columns of each kind; name and time of creation for those without their own.
final class Layouts {
    private static final String NONE = "<none>";
    private static final String NOT_SET = "<unset>";

    private Layouts() {}

    static Layout<?> of(Resource<?> resource) {
        return switch (resource.qualifiedName()) {
            case "pods" -> pods();
            case "replicationcontrollers" -> replicationControllers();
            case "replicasets.apps" -> replicaSets();
            case "deployments.apps" -> deployments();
            case "statefulsets.apps" -> statefulSets();
            case "daemonsets.apps" -> daemonSets();
            case "jobs.batch" -> jobs();
            case "cronjobs.batch" -> cronJobs();
            case "services" -> ServiceLayouts.services();
            case "endpoints" -> ServiceLayouts.endpoints();
            case "endpointslices.discovery.k8s.io" -> ServiceLayouts.endpointSlices();
            case "nodes" -> NodeLayout.nodes();
            case "pods.metrics.k8s.io" -> UsageLayouts.pods();
            case "nodes.metrics.k8s.io" -> UsageLayouts.nodes();
            case "namespaces" ->
                Layout.<Namespace>named()
                        .text("Status", it -> it.status().phase())
                        .age();
            case "configmaps" ->
                Layout.<ConfigMap>named()
                        .count("Data", it -> it.data().size() + it.binaryData().size())
                        .age();
            case "secrets" ->
                Layout.<Secret>named()
                        .text("Type", Secret::type)
                        .count("Data", it -> it.data().size())
                        .age();
            case "serviceaccounts" -> Layout.<ServiceAccount>named().age();
            case "events" -> events();
            case "leases.coordination.k8s.io" ->
                Layout.<Lease>named()
                        .text("Holder", it -> it.spec().holderIdentity().orElse(""))
                        .age();
            case "controllerrevisions.apps" -> revisions();
            case "poddisruptionbudgets.policy" -> budgets();
            case "resourcequotas" -> PolicyLayouts.quotas();
            case "horizontalpodautoscalers.autoscaling" -> AutoscalerLayout.autoscalers();
            case "ingresses.networking.k8s.io" -> PolicyLayouts.ingresses();
            case "ingressclasses.networking.k8s.io" -> PolicyLayouts.ingressClasses();
            case "networkpolicies.networking.k8s.io" ->
                Layout.<NetworkPolicy>named()
                        .text(
                                "Pod-Selector",
                                it -> selector(Optional.of(it.spec().podSelector())))
                        .age();
            case "priorityclasses.scheduling.k8s.io" -> PolicyLayouts.priorityClasses();
            case "runtimeclasses.node.k8s.io" ->
                Layout.<RuntimeClass>named()
                        .text("Handler", RuntimeClass::handler)
                        .age();
            case "podtemplates" -> podTemplates();
            case "scales.autoscaling" ->
                Layout.<Scale>named()
                        .number("Desired", it -> it.spec().replicas())
                        .number("Available", it -> it.status().replicas())
                        .age();
            case "persistentvolumes" -> StorageLayouts.volumes();
            case "persistentvolumeclaims" -> StorageLayouts.claims();
            case "storageclasses.storage.k8s.io" -> StorageLayouts.classes();
            case "volumeattributesclasses.storage.k8s.io" -> StorageLayouts.attributesClasses();
            case "volumeattachments.storage.k8s.io" -> StorageLayouts.attachments();
            case "csinodes.storage.k8s.io" -> StorageLayouts.nodes();
            case "csidrivers.storage.k8s.io" -> StorageLayouts.drivers();
            case "rolebindings.rbac.authorization.k8s.io" -> AccessLayouts.bindings();
            case "clusterrolebindings.rbac.authorization.k8s.io" -> AccessLayouts.clusterBindings();
            case "certificatesigningrequests.certificates.k8s.io" -> AccessLayouts.requests();
            case "servicecidrs.networking.k8s.io" -> ServiceLayouts.ranges();
            case "ipaddresses.networking.k8s.io" -> ServiceLayouts.addresses();
            default -> Layout.<KubeObject>named().date("Created At", Layouts::created);
        };
    }

    private static Layout<Pod> pods() {
        return Layout.<Pod>named()
                .text("Ready", PodSummary::ready)
                .text("Status", PodSummary::status)
                .timed("Restarts", PodSummary::restarts)
                .age()
                .wide("IP", it -> orNone(podIp(it)))
                .wide("Node", it -> orNone(it.spec().nodeName()))
                .wide("Nominated Node", it -> orNone(it.status().nominatedNodeName()))
                .wide("Readiness Gates", PodSummary::gates);
    }

    private static Layout<PodTemplate> podTemplates() {
        return Layout.<PodTemplate>named()
                .text("Containers", it -> containers(it.template().spec()))
                .text("Images", it -> images(it.template().spec()))
                .text(
                        "Pod Labels",
                        it -> orNone(
                                Selector.of(it.template().metadata().labels()).toString()));
    }

    private static Layout<ReplicaSet> replicaSets() {
        return podColumns(
                Layout.<ReplicaSet>named()
                        .number("Desired", it -> it.spec().replicas().orElse(0))
                        .number("Current", it -> it.status().replicas())
                        .number("Ready", it -> it.status().readyReplicas())
                        .age(),
                it -> it.spec().template().spec(),
                it -> selector(it.spec().selector()));
    }

    private static Layout<ReplicationController> replicationControllers() {
        return podColumns(
                Layout.<ReplicationController>named()
                        .number("Desired", it -> it.spec().replicas().orElse(0))
                        .number("Current", it -> it.status().replicas())
                        .number("Ready", it -> it.status().readyReplicas())
                        .age(),
                it -> it.spec().template().map(t -> t.spec()).orElse(PodSpec.EMPTY),
                it -> orNone(Selector.of(it.spec().selector()).toString()));
    }

    private static Layout<Deployment> deployments() {
        return podColumns(
                Layout.<Deployment>named()
                        .text(
                                "Ready",
                                it -> it.status().readyReplicas()
                                        + "/"
                                        + it.spec().replicas().orElse(0))
                        .count("Up-to-date", it -> it.status().updatedReplicas())
                        .count("Available", it -> it.status().availableReplicas())
                        .age(),
                it -> it.spec().template().spec(),
                it -> LabelSelectors.of(it.spec().selector().orElse(LabelSelector.EMPTY))
                        .toString());
    }

    private static Layout<StatefulSet> statefulSets() {
        return Layout.<StatefulSet>named()
                .text(
                        "Ready",
                        it -> it.status().readyReplicas() + "/"
                                + it.spec().replicas().orElse(0))
                .age()
                .wide("Containers", it -> containers(it.spec().template().spec()))
                .wide("Images", it -> images(it.spec().template().spec()));
    }

    private static Layout<DaemonSet> daemonSets() {
        return podColumns(
                Layout.<DaemonSet>named()
                        .number("Desired", it -> it.status().desiredNumberScheduled())
                        .number("Current", it -> it.status().currentNumberScheduled())
                        .number("Ready", it -> it.status().numberReady())
                        .number("Up-to-date", it -> it.status().updatedNumberScheduled())
                        .number("Available", it -> it.status().numberAvailable())
                        .text(
                                "Node Selector",
                                it -> orNone(
                                        Selector.of(it.spec().template().spec().nodeSelector())
                                                .toString()))
                        .age(),
                it -> it.spec().template().spec(),
                it -> selector(it.spec().selector()));
    }

    private static Layout<Job> jobs() {
        return podColumns(
                Layout.<Job>named()
                        .text("Status", Layouts::status)
                        .text("Completions", Layouts::completions)
                        .timed("Duration", Layouts::duration)
                        .age(),
                it -> it.spec().template().spec(),
                it -> selector(it.spec().selector()));
    }

    private static String status(Job job) {
        if (isTrue(job, "Complete")) {
            return "Complete";
        }
        if (isTrue(job, "Failed")) {
            return "Failed";
        }
        if (job.isDeleting()) {
            return "Terminating";
        }
        return Stream.of("Suspended", "FailureTarget", "SuccessCriteriaMet")
                .filter(type -> isTrue(job, type))
                .findFirst()
                .orElse("Running");
    }

    private static boolean isTrue(Job job, String type) {
        return job.status().conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst()
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    private static String completions(Job job) {
        var wanted = job.spec().completions();
        if (wanted.isPresent()) {
            return job.status().succeeded() + "/" + wanted.get();
        }
        int parallel = job.spec().parallelism().orElse(0);
        return job.status().succeeded() + "/1" + (parallel > 1 ? " of " + parallel : "");
    }

    private static String duration(Job job, Instant now) {
        var start = job.status().startTime();
        if (start.isEmpty()) {
            return "";
        }
        return Ages.text(
                Duration.between(start.get(), job.status().completionTime().orElse(now)));
    }

    private static Layout<CronJob> cronJobs() {
        return podColumns(
                Layout.<CronJob>named()
                        .text("Schedule", it -> it.spec().schedule())
                        .text("Timezone", it -> it.spec().timeZone().orElse(NONE))
                        .booleanText("Suspend", Layouts::suspended)
                        .number("Active", it -> it.status().active().size())
                        .timed(
                                "Last Schedule",
                                (it, now) -> it.status().lastScheduleTime().isEmpty()
                                        ? NONE
                                        : Ages.since(it.status().lastScheduleTime(), now))
                        .age(),
                it -> it.spec().jobTemplate().spec().template().spec(),
                it -> selector(it.spec().jobTemplate().spec().selector()));
    }

    private static Layout<Event> events() {
        return Layout.<Event>nameless()
                .timed("Last Seen", (it, now) -> Ages.since(lastSeen(it), now))
                .text("Type", Event::type)
                .text("Reason", Event::reason)
                .text("Object", Layouts::involvedObject)
                .wide("Subobject", it -> it.involvedObject().fieldPath())
                .wide("Source", Layouts::source)
                .text("Message", it -> it.message().strip())
                .wideTimed("First Seen", (it, now) -> Ages.since(firstSeen(it), now))
                .wideCount("Count", Layouts::occurrences)
                .wideName();
    }

    private static String involvedObject(Event event) {
        var kind = event.involvedObject().kind().toLowerCase(Locale.ROOT);
        var name = event.involvedObject().name();
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static Optional<Instant> firstSeen(Event event) {
        return event.firstTimestamp().or(event::eventTime);
    }

    private static Optional<Instant> lastSeen(Event event) {
        return event.series().isPresent()
                ? event.series().get().lastObservedTime()
                : event.lastTimestamp().or(() -> firstSeen(event));
    }

    /// An event that occurred once may come without a count.
    private static int occurrences(Event event) {
        return event.series().map(EventSeries::count).orElse(event.count() == 0 ? 1 : event.count());
    }

    private static String source(Event event) {
        var component = firstOf(event.source().component(), event.reportingComponent());
        var instance = firstOf(event.source().host(), event.reportingInstance());
        return instance.isEmpty() ? component : component + ", " + instance;
    }

    private static String firstOf(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private static Layout<ControllerRevision> revisions() {
        return Layout.<ControllerRevision>named()
                .text(
                        "Controller",
                        it -> it.metadata().ownerReferences().stream()
                                .filter(owner -> owner.controller().orElse(false))
                                .findFirst()
                                .map(Layouts::ownerName)
                                .orElse(NONE))
                .count("Revision", ControllerRevision::revision)
                .age();
    }

    private static String ownerName(OwnerReference owner) {
        int slash = owner.apiVersion().indexOf('/');
        var group = slash < 0 ? "" : "." + owner.apiVersion().substring(0, slash);
        return owner.kind().toLowerCase(Locale.ROOT) + group + "/" + owner.name();
    }

    private static Layout<PodDisruptionBudget> budgets() {
        return Layout.<PodDisruptionBudget>named()
                .text("Min Available", it -> orNotAvailable(it.spec().minAvailable()))
                .text("Max Unavailable", it -> orNotAvailable(it.spec().maxUnavailable()))
                .number("Allowed Disruptions", it -> it.status().disruptionsAllowed())
                .age();
    }

    private static String orNotAvailable(Optional<IntOrString> amount) {
        return amount.map(Object::toString).orElse("N/A");
    }

    private static <T extends KubeObject> Layout<T> podColumns(
            Layout<T> layout, Function<T, PodSpec> pods, Function<T, String> selector) {
        return layout.wide("Containers", it -> containers(pods.apply(it)))
                .wide("Images", it -> images(pods.apply(it)))
                .wide("Selector", selector);
    }

    private static String containers(PodSpec spec) {
        return spec.containers().stream().map(c -> c.name()).collect(Collectors.joining(","));
    }

    private static String images(PodSpec spec) {
        return spec.containers().stream().map(c -> c.image()).collect(Collectors.joining(","));
    }

    private static String selector(Optional<LabelSelector> selector) {
        return selector.map(it -> orNone(LabelSelectors.of(it).toString())).orElse(NONE);
    }

    private static String created(KubeObject object) {
        return object.metadata().creationTimestamp().map(Instant::toString).orElse("0001-01-01T00:00:00Z");
    }

    private static String podIp(Pod pod) {
        return pod.status().podIPs().isEmpty()
                ? ""
                : pod.status().podIPs().getFirst().ip();
    }

    private static String suspended(CronJob job) {
        return job.spec().suspend().map(it -> it ? "True" : "False").orElse(NOT_SET);
    }

    /// The name, with a remark if one of these annotations marks the object as the default.
    static String markedName(KubeObject object, String... marks) {
        for (var mark : marks) {
            if ("true".equals(object.annotations().get(mark))) {
                return object.name() + " (default)";
            }
        }
        return object.name();
    }

    static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    /// As many items as are to be shown, and how many there are besides.
    static String shortened(List<String> all, int shown, String separator) {
        return all.size() <= shown
                ? String.join(separator, all)
                : String.join(separator, all.subList(0, shown)) + " + " + (all.size() - shown) + " more...";
    }
}
