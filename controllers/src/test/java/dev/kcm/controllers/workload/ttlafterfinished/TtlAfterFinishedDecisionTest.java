package dev.kcm.controllers.workload.ttlafterfinished;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TtlAfterFinishedDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final ObjectKey KEY = ObjectKey.of("default", "sums");

    private final CountedStores stores = new CountedStores(TtlAfterFinishedController.SPEC);
    private final Metrics metrics = new Metrics();
    private Optional<Job> onServer = Optional.empty();
    private int version;

    @Test
    void an_expired_job_goes_with_its_pods_in_the_foreground() {
        var delete = Planned.in(decided(finished("Complete", 60, 60))).only(Operation.Delete.class);

        assertThat(delete.options().propagationPolicy()).contains("Foreground");
        assertThat(delete.uid()).isEqualTo("uid-1");
    }

    @Test
    void it_waits_for_as_long_as_is_left() {
        var plan = decided(finished("Failed", 100, 60));

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.wakeIn()).contains(Duration.ofSeconds(40));
    }

    @Test
    void a_job_that_finished_in_the_future_waits_for_that_too() {
        assertThat(decided(finished("Complete", 10, -30)).wakeIn()).contains(Duration.ofSeconds(40));
    }

    @Test
    void only_an_end_counts() {
        assertThat(decided(finished("FailureTarget", 0, 60)).isNothing()).isTrue();
        assertThat(decided(finished("SuccessCriteriaMet", 0, 60)).isNothing()).isTrue();
    }

    @Test
    void without_the_time_of_its_end_it_stays() {
        var timeless = finished("Complete", 0, 60)
                .withStatus(status -> status.conditions(List.of())
                        .addConditions(it -> it.type("Complete").status("True")));

        assertThat(decided(timeless).why()).isEqualTo("it does not say when it finished");
    }

    @Test
    void a_job_that_the_server_gave_more_time_waits_on() {
        onServer = Optional.of(finished("Complete", 90, 60));
        put(finished("Complete", 60, 60));

        assertThat(decided().wakeIn()).contains(Duration.ofSeconds(30));
    }

    @Test
    void another_job_of_the_name_is_left_alone() {
        onServer = Optional.of(Job.builder()
                .metadata(it -> it.namespace("default").name("sums").uid("uid-2"))
                .build());
        put(finished("Complete", 60, 60));

        assertThat(decided().isNothing()).isTrue();
    }

    @Test
    void a_job_that_the_server_has_no_more_is_gone() {
        put(finished("Complete", 60, 60));

        assertThat(reconciler().observe(KEY, stores.caches(), NOW)).isInstanceOf(Observation.Gone.class);
    }

    @Test
    void counts_how_late_it_was() {
        var job = finished("Complete", 60, 65);
        onServer = Optional.of(job);
        put(job);
        var controller = reconciler();
        var snapshot = ((Observation.Observed<TtlAfterFinishedController.Snapshot>)
                        controller.observe(KEY, stores.caches(), NOW))
                .value();

        controller.measure(snapshot, Planned.in(controller.decide(snapshot)).allApplied(), Duration.ofSeconds(1));

        assertThat(metrics.families())
                .singleElement()
                .satisfies(family -> assertThat(((Sample.Distribution)
                                        family.samples().getFirst().value())
                                .sum())
                        .isEqualTo(6.0));
    }

    private Plan decided(Job job) {
        onServer = Optional.of(job);
        put(job);
        return decided();
    }

    private Plan decided() {
        var controller = reconciler();
        return controller.decide(((Observation.Observed<TtlAfterFinishedController.Snapshot>)
                        controller.observe(KEY, stores.caches(), NOW))
                .value());
    }

    private void put(Job job) {
        stores.put(Job.JOBS, job.withMetadata(it -> it.resourceVersion(Integer.toString(++version))));
    }

    private static Job finished(String condition, int secondsToLive, int secondsAgo) {
        return Job.builder()
                .metadata(it -> it.namespace("default").name("sums").uid("uid-1"))
                .spec(spec -> spec.ttlSecondsAfterFinished(secondsToLive))
                .status(status -> status.addConditions(
                        it -> it.type(condition).status("True").lastTransitionTime(NOW.minusSeconds(secondsAgo))))
                .build();
    }

    @SuppressWarnings("unchecked") // the reconciler of this spec
    private Reconciler<TtlAfterFinishedController.Snapshot> reconciler() {
        LiveReads server = new LiveReads() {
            @Override
            public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                return (Optional<T>) onServer;
            }
        };
        var settings = new Settings(Settings.Options.of(FlagValues.DEFAULTS), server, null, metrics, "");
        var shape = (ControllerSpec.Shape.Reconciling<TtlAfterFinishedController.Snapshot>)
                TtlAfterFinishedController.SPEC.shape();
        return shape.builtBy().apply(settings);
    }
}
