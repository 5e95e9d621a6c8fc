package dev.kcm.apiserver.usage;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to warn of when an object is written: annotations for usage and metrics, of its own and of its template of
/// pods, that will not be understood once somebody asks.
public final class UsageWarnings {
    private static final String OWN = "metadata.annotations";

    private record Template(String path, PodTemplateSpec content) {}

    private UsageWarnings() {}

    public static List<String> of(KubeObject object) {
        var warnings = new ArrayList<String>();
        object.annotations().keySet().stream()
                .filter(name -> name.startsWith(Annotations.METRIC) || name.startsWith(Annotations.EXTERNAL))
                .sorted()
                .forEach(name ->
                        check(OWN, warnings, () -> new AnnotatedCurve(object, name).at(Instant.EPOCH, Instant.EPOCH)));
        if (object instanceof Pod pod) {
            checkPod(OWN, pod, warnings);
        }
        template(object).ifPresent(template -> checkPod(template.path + "." + OWN, podOf(template.content), warnings));
        return List.copyOf(warnings);
    }

    private static Pod podOf(PodTemplateSpec template) {
        return Pod.builder().metadata(template.metadata()).spec(template.spec()).build();
    }

    /// Of a pod that runs everything is read.
    private static void checkPod(String path, Pod pod, List<String> warnings) {
        var running = pod.withStatus(status -> status.phase("Running"));
        check(path, warnings, () -> new PodUsage(running, Instant.EPOCH).containers());
    }

    private static void check(String path, List<String> warnings, Runnable reading) {
        try {
            reading.run();
        } catch (UnreadableAnnotationException problem) {
            warnings.add("%s[%s]: %s".formatted(path, problem.annotation(), problem.why()));
        }
    }

    private static Optional<Template> template(KubeObject object) {
        return switch (object) {
            case Deployment it -> template("spec.template", it.spec().template());
            case ReplicaSet it -> template("spec.template", it.spec().template());
            case StatefulSet it -> template("spec.template", it.spec().template());
            case DaemonSet it -> template("spec.template", it.spec().template());
            case ReplicationController it -> it.spec().template().flatMap(found -> template("spec.template", found));
            case Job it -> template("spec.template", it.spec().template());
            case CronJob it ->
                template(
                        "spec.jobTemplate.spec.template",
                        it.spec().jobTemplate().spec().template());
            default -> Optional.empty();
        };
    }

    private static Optional<Template> template(String path, PodTemplateSpec content) {
        return Optional.of(new Template(path, content));
    }
}
