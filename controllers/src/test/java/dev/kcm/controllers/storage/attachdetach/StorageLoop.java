package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.AttachedVolume;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeStatus;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Runs the loop by hand on a small server of its own: what is written is shown at once, timers fire when time passes.
final class StorageLoop {
    private record Timer(Instant at, long number, StorageEvent event) {}

    private final Metrics metrics = new Metrics();
    private final AttachDetachOptions options;
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, VolumeAttachment> attachments = new HashMap<>();
    private final List<KubeObject> others = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::at).thenComparing(Timer::number));
    private final Deque<StorageEvent> inbox = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();
    private AttachDetachController loop;
    private UnaryOperator<Node> onNodeWrite = UnaryOperator.identity();
    private Optional<ApiFailure> refusal = Optional.empty();
    private Instant now = Volumes.START;
    private long version = 100;

    StorageLoop() {
        this(AttachDetachOptions.FLAGS.read(FlagValues.DEFAULTS));
    }

    StorageLoop(AttachDetachOptions options) {
        this.options = options;
        this.loop = controller();
    }

    private AttachDetachController controller() {
        var given = new Settings.Options() {
            @Override
            @SuppressWarnings("unchecked") // the controller reads this group only
            public <R> R of(Flags<R> group) {
                return (R) options;
            }

            @Override
            public FeatureGates gates() {
                return FeatureGates.of(Map.of());
            }
        };
        return new AttachDetachController(new Settings(given, null, null, metrics, ""));
    }

    /// With the caches full of these, and of what there was before.
    StorageLoop starting(KubeObject... objects) {
        others.addAll(List.of(objects));
        timers.clear();
        inbox.clear();
        loop = controller();
        run(loop.begin(now));
        others.forEach(this::show);
        nodes.values().forEach(it -> send(new StorageEvent.NodeChanged(it)));
        attachments.values().forEach(it -> send(new StorageEvent.AttachmentChanged(it)));
        List<Resource<?>> followed = List.of(
                LeanPod.PODS,
                Node.NODES,
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                PersistentVolume.PERSISTENT_VOLUMES,
                CSIDriver.CSI_DRIVERS,
                VolumeAttachment.VOLUME_ATTACHMENTS);
        followed.forEach(resource -> send(loop.listed(resource)));
        others.clear();
        return this;
    }

    StorageLoop shows(KubeObject... objects) {
        List.of(objects).forEach(this::show);
        return this;
    }

    private void show(KubeObject object) {
        switch (object) {
            case LeanPod pod -> send(new StorageEvent.PodChanged(pod));
            case PersistentVolumeClaim claim -> send(new StorageEvent.ClaimChanged(claim));
            case PersistentVolume volume -> send(new StorageEvent.VolumeChanged(volume));
            case CSIDriver driver -> send(new StorageEvent.DriverChanged(driver));
            case Node node -> {
                nodes.put(node.name(), versioned(node));
                send(new StorageEvent.NodeChanged(node(node.name())));
            }
            case VolumeAttachment attachment -> {
                attachments.put(attachment.name(), attachment);
                send(new StorageEvent.AttachmentChanged(attachment));
            }
            default -> throw new IllegalArgumentException(object.toString());
        }
    }

    StorageLoop gone(LeanPod pod) {
        return send(new StorageEvent.PodGone(pod));
    }

    StorageLoop gone(String node) {
        return send(new StorageEvent.NodeGone(
                Optional.ofNullable(nodes.remove(node)).orElseThrow()));
    }

    /// As the attacher would.
    StorageLoop attaches(String attachment) {
        return says(
                attachment,
                it -> it.withMetadata(metadata -> metadata.finalizers(List.of("held/by-attacher")))
                        .withStatus(status -> status.attached(true).withoutAttachError()));
    }

    StorageLoop says(String attachment, UnaryOperator<VolumeAttachment> change) {
        shows(change.apply(Optional.ofNullable(attachments.get(attachment)).orElseThrow()));
        return this;
    }

    StorageLoop detaches(String attachment) {
        return send(new StorageEvent.AttachmentGone(
                Optional.ofNullable(attachments.remove(attachment)).orElseThrow()));
    }

    StorageLoop change(String node, Consumer<NodeStatus.Builder> change) {
        return shows(node(node).withStatus(change));
    }

    /// What else happens to a node in the moment its status is written.
    StorageLoop onNodeWrite(UnaryOperator<Node> change) {
        onNodeWrite = change;
        return this;
    }

    StorageLoop refusing(Optional<ApiFailure> failure) {
        refusal = failure;
        return this;
    }

    StorageLoop passes(Duration time) {
        var until = now.plus(time);
        while (!timers.isEmpty() && !timers.peek().at().isAfter(until)) {
            var timer = timers.poll();
            now = timer.at();
            send(timer.event());
        }
        now = until;
        return this;
    }

    Node node(String name) {
        return Optional.ofNullable(nodes.get(name)).orElseThrow();
    }

    List<String> attached(String node) {
        return node(node).status().volumesAttached().stream()
                .map(AttachedVolume::name)
                .toList();
    }

    /// What was written since this was last asked, and what pods were told.
    List<String> lines() {
        var taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    StorageLoop send(StorageEvent event) {
        inbox.add(event);
        while (!inbox.isEmpty()) {
            run(loop.take(inbox.removeFirst(), now));
        }
        return this;
    }

    private void run(List<Effect<StorageEvent>> effects) {
        for (var effect : effects) {
            switch (effect) {
                case Effect.Execute<StorageEvent>(var _, var plan, var then) -> inbox.add(then.apply(outcomes(plan)));
                case Effect.Schedule<StorageEvent>(var delay, var with) ->
                    timers.add(new Timer(now.plus(delay), ++version, with));
                case Effect.LogDecision<StorageEvent> _,
                        Effect.Follow<StorageEvent> _,
                        Effect.ReadLive<StorageEvent> _,
                        Effect.Discover<StorageEvent> _ -> {}
            }
        }
    }

    private Outcomes outcomes(Plan plan) {
        return new Outcomes(plan.steps().map(this::outcome).toList());
    }

    private Outcome outcome(Step step) {
        if (step instanceof Step.RecordEvent event) {
            lines.add("%s %s: %s".formatted(event.key().name(), event.reason(), event.note()));
            return new Outcome.Recorded(step);
        }
        if (refusal.isPresent()) {
            lines.add("refused " + step.describe());
            return new Outcome.Refused(step, refusal.get());
        }
        var operation = ((Step.Write) step).operation();
        switch (operation) {
            case Operation.Create create -> created((VolumeAttachment) create.object());
            case Operation.Delete delete -> deleted(delete.key().name());
            case Operation.Patch patch ->
                patched(patch.key().name(), new String(patch.patch().toByteArray(), StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException(step.describe());
        }
        return new Outcome.Applied(step, new WriteResult(step.key(), "uid", Long.toString(version)));
    }

    private void created(VolumeAttachment wanted) {
        lines.add("attach to " + wanted.spec().nodeName());
        var attachment = wanted.withMetadata(it -> it.uid("uid-" + ++version).resourceVersion("" + version));
        attachments.put(attachment.name(), attachment);
        inbox.add(new StorageEvent.AttachmentChanged(attachment));
    }

    private void deleted(String name) {
        var attachment = Optional.ofNullable(attachments.get(name)).orElseThrow();
        lines.add("detach from " + attachment.spec().nodeName());
        if (attachment.metadata().finalizers().isEmpty()) {
            attachments.remove(name);
            inbox.add(new StorageEvent.AttachmentGone(attachment));
        } else {
            var deleting = attachment.withMetadata(it -> it.deletionTimestamp(now));
            attachments.put(name, deleting);
            inbox.add(new StorageEvent.AttachmentChanged(deleting));
        }
    }

    private void patched(String name, String patch) {
        var volumes = Json.parse(patch).itemsAt("status", "volumesAttached").stream()
                .map(it -> AttachedVolume.builder()
                        .name(it.textAt("name").orElse(""))
                        .devicePath(it.textAt("devicePath").orElse(""))
                        .build())
                .toList();
        lines.add("tell %s %s"
                .formatted(name, volumes.stream().map(Volumes::handle).toList()));
        nodes.put(name, versioned(onNodeWrite.apply(node(name)).withStatus(it -> it.volumesAttached(volumes))));
        inbox.add(new StorageEvent.NodeChanged(node(name)));
    }

    private Node versioned(Node node) {
        return node.withMetadata(it -> it.resourceVersion(Long.toString(++version)));
    }
}
