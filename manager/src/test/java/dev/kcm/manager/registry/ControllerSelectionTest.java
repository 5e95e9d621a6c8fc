package dev.kcm.manager.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.Facts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ControllerSelectionTest {
    @Test
    void knows_upstreams_controllers_in_their_order() {
        var rows = Facts.table("controllers.tsv");
        var expected = Stream.concat(
                        Stream.of(new ControllerDescriptor(
                                "serviceaccount-token-controller",
                                List.of("serviceaccount-token"),
                                List.of(),
                                false,
                                false,
                                true,
                                Optional.empty(),
                                Optional.empty())),
                        rows.stream()
                                .map(row -> new ControllerDescriptor(
                                        row.get("name"),
                                        listed(row.get("aliases")),
                                        listed(row.get("required_feature_gates")),
                                        row.get("disabled_by_default").equals("yes"),
                                        row.get("cloud_loop").equals("yes"),
                                        false,
                                        Optional.empty(),
                                        Optional.empty())))
                .toList();
        assertThat(ControllerDescriptors.ALL)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("spec", "gatedSpec")
                .isEqualTo(expected)
                .hasSize(52);
    }

    @Test
    void a_star_runs_what_is_on_by_default() {
        assertThat(selected("*"))
                .hasSize(49)
                .doesNotContain("bootstrap-signer-controller", "selinux-warning-controller");
    }

    @Test
    void names_add_and_dashes_remove() {
        assertThat(selected("*", "bootstrapsigner", "-job", "-deployment-controller"))
                .hasSize(48)
                .contains("bootstrap-signer-controller")
                .doesNotContain("job-controller", "deployment-controller");
        assertThat(selected("job", "cronjob-controller")).containsExactly("job-controller", "cronjob-controller");
        assertThat(selected()).isEmpty();
    }

    @Test
    void the_first_entry_of_a_name_decides() {
        assertThat(selected("-job", "job")).isEmpty();
        assertThat(selected("job", "-job")).containsExactly("job-controller");
        assertThat(selected("-job", "*")).hasSize(48);
    }

    @Test
    void tells_which_were_asked_for_by_name() {
        var selection = ControllerSelection.of(List.of("*", "job", "-cronjob"));
        assertThat(ControllerDescriptors.ALL.stream().filter(selection::names))
                .extracting(ControllerDescriptor::name)
                .containsExactly("job-controller");
    }

    @Test
    void suggests_a_name_for_an_unknown_one() {
        assertThat(ControllerSelection.problems(List.of("*", "-jobs", "job", "blue")))
                .containsExactly(
                        "--controllers: there is no controller \"jobs\", did you mean job?",
                        "--controllers: there is no controller \"blue\"");
    }

    private static List<String> selected(String... entries) {
        var selection = ControllerSelection.of(List.of(entries));
        return ControllerDescriptors.ALL.stream()
                .filter(selection::includes)
                .map(ControllerDescriptor::name)
                .toList();
    }

    private static List<String> listed(String cell) {
        return cell.isEmpty() ? List.of() : List.of(cell.split(","));
    }
}
