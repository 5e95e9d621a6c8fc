package dev.kcm.apiserver.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import org.junit.jupiter.api.Test;

class UsageWarningsTest {
    @Test
    void a_pod_and_a_template_are_read_as_if_the_pod_ran() {
        assertThat(UsageWarnings.of(Pod.builder()
                        .metadata(m -> m.putAnnotations("kcm.dev/cpu", "25O"))
                        .build()))
                .containsExactly("metadata.annotations[kcm.dev/cpu]: \"25O\" is no quantity such as 250m or 64Mi");
        assertThat(UsageWarnings.of(deployment("kcm.dev/memory.side", "1Mi")))
                .containsExactly(
                        "spec.template.metadata.annotations[kcm.dev/memory.side]: there is no container \"side\"");
        assertThat(UsageWarnings.of(deployment("kcm.dev/memory.main", "1Mi"))).isEmpty();
        assertThat(UsageWarnings.of(CronJob.builder()
                        .spec(spec -> spec.jobTemplate(job -> job.spec(it ->
                                it.template(template -> template.metadata(m -> m.putAnnotations("kcm.dev/cpu", "1..2"))
                                        .spec(pods -> pods.addContainers(c -> c.name("main")))))))
                        .build()))
                .singleElement()
                .asString()
                .startsWith("spec.jobTemplate.spec.template.metadata.annotations[kcm.dev/cpu]:");
    }

    @Test
    void metrics_of_any_object_are_read() {
        assertThat(UsageWarnings.of(Namespace.builder()
                        .metadata(m -> m.putAnnotations("kcm.dev/external.queue", "many")
                                .putAnnotations("kcm.dev/metric.visitors", "-5..5/10s"))
                        .build()))
                .containsExactly(
                        "metadata.annotations[kcm.dev/external.queue]: \"many\" is no quantity such as 250m or 64Mi");
    }

    private static Deployment deployment(String annotation, String value) {
        return Deployment.builder()
                .spec(spec -> spec.template(template -> template.metadata(m -> m.putAnnotations(annotation, value))
                        .spec(pods -> pods.addContainers(c -> c.name("main")))))
                .build();
    }
}
