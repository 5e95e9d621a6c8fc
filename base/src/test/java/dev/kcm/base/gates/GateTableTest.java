package dev.kcm.base.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateTableTest {
    private static final GateTable TABLE = GateTable.parse(List.of(
            "gate\tsince\tstage\tdefault\tlocked\tmin_compatibility\tdepends_on",
            "AllAlpha\t0.0\tALPHA\tfalse\t\t\t",
            "AllBeta\t0.0\tBETA\tfalse\t\t\t",
            "Grown\t1.33\tALPHA\tfalse\t\t\t",
            "Grown\t1.34\tBETA\ttrue\t\t\t",
            "Grown\t1.36\tGA\ttrue\tlocked\t\t",
            "Needy\t1.36\tALPHA\tfalse\t\t\tYoung",
            "Old\t1.30\tDEPRECATED\tfalse\t\t\t",
            "Skewed\t1.36\tBETA\tfalse\t\t\t",
            "Skewed\t1.36\tBETA\ttrue\t\t1.36\t",
            "Young\t1.36\tALPHA\tfalse\t\t\t"));
    private static final GateVersions NOW = GateVersions.of(new MinorVersion(1, 36));

    @Test
    void takes_defaults_of_the_version() {
        var gates = TABLE.resolve(Map.of(), NOW).gates();
        assertThat(gates.isEnabled("Grown")).isTrue();
        assertThat(gates.isEnabled("Young")).isFalse();
        assertThat(gates.isEnabled("Skewed")).isFalse();
        assertThatThrownBy(() -> gates.isEnabled("Nothing")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refuses_only_to_move_a_locked_gate() {
        assertThat(TABLE.resolve(Map.of("Grown", false), NOW).problems())
                .containsExactly("--feature-gates: Grown cannot be set to false, it is locked to true");
        var kept = TABLE.resolve(Map.of("Grown", true, "Old", true), NOW);
        assertThat(kept.problems()).isEmpty();
        assertThat(kept.warnings()).hasSize(2);
        assertThat(kept.gates().isEnabled("Old")).isTrue();
    }

    @Test
    void suggests_the_nearest_name() {
        assertThat(TABLE.resolve(Map.of("Yuong", true), NOW).problems())
                .containsExactly("--feature-gates: there is no feature gate Yuong, did you mean Young?");
    }

    @Test
    void moves_all_alpha_but_those_named() {
        var gates = TABLE.resolve(Map.of("AllAlpha", true, "Needy", false), NOW).gates();
        assertThat(gates.isEnabled("Young")).isTrue();
        assertThat(gates.isEnabled("Needy")).isFalse();
        assertThat(gates.isEnabled("Skewed")).isFalse();
    }

    @Test
    void minds_what_a_feature_needs() {
        assertThat(TABLE.resolve(Map.of("Needy", true), NOW).problems())
                .containsExactly("--feature-gates: Needy is on but needs Young, which is off");
        assertThat(TABLE.resolve(Map.of("Needy", true, "Young", true), NOW).problems())
                .isEmpty();
    }

    @Test
    void behaves_as_an_older_version() {
        var older = NOW.emulating(new MinorVersion(1, 34), new MinorVersion(1, 33));
        var resolution = TABLE.resolve(Map.of("Grown", false), older);
        assertThat(resolution.problems()).isEmpty();
        assertThat(resolution.gates().isEnabled("Grown")).isFalse();
        assertThat(resolution.states().stream().map(GateTable.GateState::name))
                .containsExactly("AllAlpha", "AllBeta", "Grown", "Old");
        assertThat(TABLE.resolve(Map.of("Young", true), older).problems())
                .singleElement()
                .asString()
                .contains("does not exist yet at emulated version 1.34");
    }

    @Test
    void turns_a_default_on_only_among_new_neighbours() {
        var among = NOW.compatibleWith(new MinorVersion(1, 36));
        assertThat(TABLE.resolve(Map.of(), among).gates().isEnabled("Skewed")).isTrue();
        assertThat(TABLE.help(NOW))
                .contains("Skewed=true|false (BETA - default=false), or Skewed=true|false (BETA -"
                        + " default=true) if --min-compatibility-version>=1.36")
                .noneMatch(line -> line.startsWith("Grown") || line.startsWith("Old"));
    }

    @Test
    void knows_which_versions_go_together() {
        var oldest = new MinorVersion(1, 33);
        assertThat(NOW.problems(oldest, oldest)).isEmpty();
        assertThat(NOW.emulating(new MinorVersion(1, 37), oldest).problems(oldest, oldest))
                .hasSize(1);
        assertThat(NOW.emulating(oldest, oldest).minCompatibility()).isEqualTo(oldest);
        assertThat(NOW.compatibleWith(new MinorVersion(1, 32)).problems(oldest, oldest))
                .hasSize(1);
        assertThatThrownBy(() -> MinorVersion.parse("1.36.1")).hasMessageContaining("patch version");
    }
}
