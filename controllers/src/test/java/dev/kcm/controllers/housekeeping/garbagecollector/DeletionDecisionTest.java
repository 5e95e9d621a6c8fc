package dev.kcm.controllers.housekeeping.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Fate;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.HasDependents;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Manner;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Owner;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionDecisionTest {
    private static final Manner STRATEGIC = new Manner(true, true);
    private static final Manner MERGING = new Manner(false, true);

    @Test
    void an_object_with_an_owner_stays_as_it_is() {
        assertThat(judge(owner("a", Fate.SOLID)).isNothing()).isTrue();
    }

    @Test
    void absent_owners_beside_an_existing_one_are_taken_away() {
        var plan = judge(owner("a", Fate.SOLID), owner("b", Fate.ABSENT));

        assertThat(onlyPatch(plan)).isEqualTo("""
            {"metadata":{"uid":"uid-object","ownerReferences":\
            [{"$patch":"delete","uid":"uid-b"}]}}\
            """);
        assertThat(plan.why()).isEqualTo("still has an owner, but its owner ReplicaSet b is gone");
    }

    @Test
    void kinds_without_strategic_patches_get_the_whole_list() {
        var plan = judge(HasDependents.NONE, MERGING, owner("a", Fate.SOLID), owner("b", Fate.WAITING));

        assertThat(onlyPatch(plan)).startsWith("""
            {"metadata":{"resourceVersion":"7","ownerReferences":[{"apiVersion":\
            """).contains("uid-a").doesNotContain("uid-b");
    }

    @Test
    void without_owners_it_goes_and_says_why() {
        var plan = judge(new Owner(reference("web", false), Fate.ABSENT, "its owner Deployment shop is gone"));

        var delete = Planned.in(plan).deletes().getFirst();
        assertThat(delete.propagation()).contains(Propagation.BACKGROUND);
        assertThat(delete.uid()).isEqualTo("uid-object");
        assertThat(delete.resourceVersion()).contains("7");
        assertThat(plan.why()).isEqualTo("its owner ReplicaSet web is gone (its owner Deployment shop is gone)");
    }

    @Test
    void a_finalizer_that_is_there_says_how_it_goes() {
        assertThat(propagation("orphan")).isEqualTo(Propagation.ORPHAN);
        assertThat(propagation("foregroundDeletion")).isEqualTo(Propagation.FOREGROUND);
        assertThat(propagation("example.com/other")).isEqualTo(Propagation.BACKGROUND);
    }

    @Test
    void for_a_waiting_owner_it_goes_after_what_it_owns_itself() {
        var plan = judge(HasDependents.SOME, STRATEGIC, owner("a", Fate.WAITING));

        assertThat(Planned.in(plan).deletes().getFirst().propagation()).contains(Propagation.FOREGROUND);
    }

    @Test
    void for_a_waiting_owner_it_goes_at_once_if_it_owns_nothing() {
        var plan = judge(owner("a", Fate.WAITING));

        assertThat(Planned.in(plan).deletes().getFirst().propagation()).contains(Propagation.BACKGROUND);
    }

    @Test
    void a_possible_circle_is_unblocked_before_it_goes() {
        var plan = judge(HasDependents.SOME_WAITING, STRATEGIC, owner("a", Fate.WAITING));

        assertThat(onlyPatch(plan)).contains("\"blockOwnerDeletion\":false");
    }

    private static Propagation propagation(String finalizer) {
        var owner = owner("a", Fate.ABSENT);
        var object = metadata(List.of(owner)).withFinalizers(List.of(finalizer));
        var plan = new DeletionDecision(ConfigMap.CONFIG_MAPS, object, List.of(owner), HasDependents.NONE, STRATEGIC)
                .plan();
        return Planned.in(plan).deletes().getFirst().propagation().orElseThrow();
    }

    private static String onlyPatch(Plan plan) {
        assertThat(plan.steps()).hasSize(1);
        return Planned.in(plan).patches().getFirst().patch().utf8();
    }

    private static Plan judge(Owner... owners) {
        return judge(HasDependents.NONE, STRATEGIC, owners);
    }

    private static Plan judge(HasDependents dependents, Manner manner, Owner... owners) {
        var all = Arrays.asList(owners);
        return new DeletionDecision(ConfigMap.CONFIG_MAPS, metadata(all), all, dependents, manner).plan();
    }

    private static ObjectMeta metadata(List<Owner> owners) {
        return ObjectMeta.builder()
                .namespace("default")
                .name("object")
                .uid("uid-object")
                .resourceVersion("7")
                .ownerReferences(owners.stream().map(Owner::reference).toList())
                .build();
    }

    private static Owner owner(String name, Fate fate) {
        return new Owner(reference(name, true), fate, "");
    }

    private static OwnerReference reference(String name, boolean isBlocking) {
        return OwnerReference.builder()
                .apiVersion("apps/v1")
                .kind("ReplicaSet")
                .name(name)
                .uid("uid-" + name)
                .blockOwnerDeletion(isBlocking)
                .build();
    }
}
