package dev.kcm.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Toleration;
import dev.kcm.model.operation.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A pod may be replaced by what it was made from, before the server filled in the rest.
class PodUpdatesTest {
    private static final Pod SENT =
            Pod.builder().metadata(it -> it.name("x").namespace("default")).build();

    private final AdmissionChain admission =
            new AdmissionChain(List.of(new PodPriority(VersionedStore.inMemory()), new DefaultTolerationSeconds()));
    private final Pod stored =
            (Pod) admission.create(RequestUser.ADMINISTRATOR, Target.collection(Pod.PODS, "default"), SENT);

    @Test
    void priority_and_tolerations_are_as_they_were() {
        assertThat(updated(SENT)).isEqualTo(stored);
    }

    @Test
    void what_an_update_asks_for_is_for_validation_to_judge() {
        var wanted = SENT.withSpec(spec -> spec.priority(7).preemptionPolicy("Never"));
        assertThat(updated(wanted).spec().priority()).contains(7);
        assertThat(updated(wanted).spec().preemptionPolicy()).contains("Never");
    }

    @Test
    void a_toleration_of_everything_needs_no_others() {
        var everything = Toleration.builder().operator("Exists").build();
        var wanted = SENT.withSpec(spec -> spec.addTolerations(everything));
        assertThat(updated(wanted).spec().tolerations()).containsExactly(everything);
    }

    private Pod updated(Pod wanted) {
        var target = Target.object(Pod.PODS, wanted.key());
        return (Pod) admission.update(RequestUser.ADMINISTRATOR, target, wanted, stored);
    }
}
