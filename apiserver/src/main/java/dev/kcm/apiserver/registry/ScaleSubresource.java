package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.patch.ParsedPatch;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.selector.Selector;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// `scale` of workloads: the same few fields for all of them.
final class ScaleSubresource {
    private final Reader reader;
    private final Writer writer;

    ScaleSubresource(Reader reader, Writer writer) {
        this.reader = reader;
        this.writer = writer;
    }

    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        var workload = switch (call) {
            case Operation.Get get -> new ApiResponse.One(reader.stored(get.target()), false);
            case Operation.Update update ->
                change(caller, call, update.options(), current -> applied((Scale) update.object(), current));
            case Operation.Patch patch -> {
                var parsed = ParsedPatch.of(patch);
                yield change(
                        caller,
                        call,
                        patch.options(),
                        current -> applied((Scale) parsed.applied(of(current)), current));
            }
            default -> throw ApiErrors.methodNotSupported(call.target(), call.verb());
        };
        return new ApiResponse.One(of(((ApiResponse.One) workload).object()), false);
    }

    private ApiResponse change(RequestUser caller, Operation call, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        return writer.change(
                caller,
                call.target(),
                Writer.Scope.OBJECT,
                options,
                (current, _) -> Writer.Wanted.of(edit.apply(current)));
    }

    private static Scale of(KubeObject workload) {
        var metadata = workload.metadata();
        return Scale.builder()
                .metadata(m -> {
                    m.name(metadata.name())
                            .namespace(metadata.namespace())
                            .uid(metadata.uid())
                            .resourceVersion(metadata.resourceVersion());
                    metadata.creationTimestamp().ifPresent(m::creationTimestamp);
                })
                .spec(spec -> spec.replicas(specReplicas(workload).orElse(0)))
                .status(status -> status.replicas(statusReplicas(workload))
                        .selector(selector(workload).toString()))
                .build();
    }

    private static Optional<Integer> specReplicas(KubeObject workload) {
        return switch (workload) {
            case Deployment it -> it.spec().replicas();
            case ReplicaSet it -> it.spec().replicas();
            case StatefulSet it -> it.spec().replicas();
            case ReplicationController it -> it.spec().replicas();
            default -> throw ApiErrors.noSuchPath();
        };
    }

    private static int statusReplicas(KubeObject workload) {
        return switch (workload) {
            case Deployment it -> it.status().replicas();
            case ReplicaSet it -> it.status().replicas();
            case StatefulSet it -> it.status().replicas();
            case ReplicationController it -> it.status().replicas();
            default -> throw ApiErrors.noSuchPath();
        };
    }

    private static Selector selector(KubeObject workload) {
        return switch (workload) {
            case Deployment it -> selector(it.spec().selector());
            case ReplicaSet it -> selector(it.spec().selector());
            case StatefulSet it -> selector(it.spec().selector());
            case ReplicationController it -> Selector.of(it.spec().selector());
            default -> throw ApiErrors.noSuchPath();
        };
    }

    private static Selector selector(Optional<LabelSelector> selector) {
        return LabelSelectors.of(selector.orElse(LabelSelector.EMPTY));
    }

    /// The workload with the replicas of the scale, at the version the scale names.
    private static KubeObject applied(Scale scale, KubeObject workload) {
        int replicas = scale.spec().replicas();
        if (replicas < 0) {
            throw ApiErrors.badRequest(
                    "Scale.autoscaling \"%s\" is invalid: spec.replicas: Invalid value: %d: must be greater than or equal to 0"
                            .formatted(scale.metadata().name(), replicas));
        }
        var scaled = switch (workload) {
            case Deployment it -> it.withSpec(spec -> spec.replicas(replicas));
            case ReplicaSet it -> it.withSpec(spec -> spec.replicas(replicas));
            case StatefulSet it -> it.withSpec(spec -> spec.replicas(replicas));
            case ReplicationController it -> it.withSpec(spec -> spec.replicas(replicas));
            default -> throw ApiErrors.noSuchPath();
        };
        return scaled.withMetadata(scaled.metadata().toBuilder()
                .resourceVersion(scale.metadata().resourceVersion())
                .uid(scale.metadata().uid())
                .build());
    }
}
