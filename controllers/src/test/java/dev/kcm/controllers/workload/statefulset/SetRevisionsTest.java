package dev.kcm.controllers.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SetRevisionsTest {

    @Test
    void the_first_template_gets_the_first_revision() {
        var set = set("db:1");

        var revisions = of(set);

        assertThat(lines(revisions))
                .containsExactly(
                        "create controllerrevisions " + revisions.update().name());
        assertThat(revisions.update().revision()).isEqualTo(1);
        assertThat(revisions.current()).isEqualTo(revisions.update());
    }

    @Test
    void a_template_that_did_not_change_keeps_its_revision() {
        var set = set("db:1");
        var one = revision(set, 1);

        assertThat(of(set, one)).isEqualTo(new SetRevisions(one, one, Optional.empty(), 0));
    }

    @Test
    void a_new_template_gets_the_next_number() {
        var one = revision(set("db:1"), 1);
        var set = set("db:2").withStatus(status -> status.currentRevision(one.name()));

        var revisions = of(set, one);

        assertThat(revisions.current()).isEqualTo(one);
        assertThat(revisions.update().revision()).isEqualTo(2);
    }

    @Test
    void a_template_that_comes_back_gets_its_old_revision_with_a_new_number() {
        var one = revision(set("db:1"), 1);
        var two = revision(set("db:2"), 2);

        var revisions = of(set("db:1"), one, two);

        assertThat(lines(revisions)).containsExactly("update controllerrevisions default/" + one.name());
        assertThat(revisions.update()).isEqualTo(one.withRevision(3));
    }

    @Test
    void of_several_equal_ones_the_newest_counts() {
        var old = revision(set("db:1"), 1).withMetadata(it -> it.name("db-old"));
        var newer = revision(set("db:1"), 2);

        assertThat(of(set("db:1"), old, newer).update()).isEqualTo(newer);
    }

    @Test
    void an_old_revision_without_what_newer_servers_fill_in_is_the_same() {
        var plain = set("db:1");
        var one = revision(plain, 1);
        var filledIn = plain.withSpec(
                spec -> spec.template(PodDefaults.template(plain.spec().template())));

        assertThat(of(filledIn, one).write()).isEmpty();
        assertThat(SetRevisions.of(
                                filledIn,
                                new RevisionHistory(List.of(one)),
                                _ -> Optional.empty(),
                                Optional.empty(),
                                false)
                        .write())
                .isPresent();
    }

    @Test
    void only_the_newest_is_compared_that_way() {
        var plain = set("db:1");
        var filledIn = plain.withSpec(
                spec -> spec.template(PodDefaults.template(plain.spec().template())));

        var revisions = of(filledIn, revision(plain, 1), revision(set("db:2"), 2));

        assertThat(revisions.write()).isPresent();
    }

    @Test
    void a_name_that_another_template_has_counts_as_a_collision() {
        var set = set("db:1");
        var taken = revision(set("db:2"), 1)
                .withMetadata(it -> it.name(ControllerRevisions.of(set, 1, 0).name()));

        var revisions = among(set, List.of(), List.of(taken));

        assertThat(revisions.collisionCount()).isEqualTo(1);
        assertThat(revisions.update().name())
                .isEqualTo(ControllerRevisions.of(set, 1, 1).name());
        assertThat(revisions.update().labels())
                .as("the label keeps the first hash")
                .isEqualTo(ControllerRevisions.of(set, 1, 0).labels());
    }

    @Test
    void a_revision_of_another_owner_with_the_same_data_is_used() {
        var set = set("db:1");
        var foreign = revision(set, 1);

        var revisions = among(set, List.of(), List.of(foreign));

        assertThat(revisions.write()).isEmpty();
        assertThat(revisions.update()).isEqualTo(foreign);
    }

    @Test
    void what_was_found_to_match_is_not_compared_again() {
        var set = set("db:1");
        var other = revision(set("db:2"), 1);

        var revisions = SetRevisions.of(
                set,
                new RevisionHistory(List.of(other)),
                _ -> Optional.empty(),
                Optional.of(SetRevisions.Match.of(set, other)),
                true);

        assertThat(revisions.update()).isEqualTo(other);
    }

    @Test
    void nothing_is_created_for_a_set_that_is_being_deleted() {
        var going = set("db:1").withMetadata(it -> it.deletionTimestamp(StatefulSetWorld.NOW));

        assertThat(of(going).write()).isEmpty();
    }

    @Test
    void unneeded_revisions_go_the_oldest_first() {
        var all = Stream.of("a", "b", "c", "d")
                .map(image -> revision(set(image), image.charAt(0)))
                .toList();
        var history = new RevisionHistory(all.reversed());

        assertThat(history.surplus(Set.of(all.getFirst().name()), 1)).containsExactly(all.get(1), all.get(2));
        assertThat(history.surplus(Set.of(), -1)).isEmpty();
    }

    private static SetRevisions of(StatefulSet set, ControllerRevision... history) {
        return among(set, List.of(history), List.of(history));
    }

    private static SetRevisions among(
            StatefulSet set, List<ControllerRevision> own, List<ControllerRevision> everybody) {
        return SetRevisions.of(
                set,
                new RevisionHistory(own),
                name -> everybody.stream().filter(it -> it.name().equals(name)).findFirst(),
                Optional.empty(),
                true);
    }

    private static List<String> lines(SetRevisions revisions) {
        return revisions.write().stream().map(Step::describe).toList();
    }

    private static StatefulSet set(String image) {
        return StatefulSetWorld.fresh(1).image(image).set();
    }

    private static ControllerRevision revision(StatefulSet set, long number) {
        return ControllerRevisions.of(set, number, 0);
    }
}
