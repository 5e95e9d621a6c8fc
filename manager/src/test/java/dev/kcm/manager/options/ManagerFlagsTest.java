package dev.kcm.manager.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.Flag;
import dev.kcm.base.flags.HelpText;
import dev.kcm.manager.Facts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every one of upstream's flags is there, and those that are not upstream's stand apart.
class ManagerFlagsTest {
    private static final List<Facts.Row> FACTS = Facts.table("flags.tsv");

    @Test
    void has_upstreams_flags_in_upstreams_order_and_no_others() {
        var ours = ManagerFlags.ALL.sections().entrySet().stream()
                .filter(section -> !section.getKey().equals(ShadowOptions.SECTION))
                .flatMap(section -> section.getValue().stream())
                .filter(flag -> flag.deprecated().isEmpty())
                .map(Flag::name)
                .toList();
        assertThat(FACTS).hasSize(148);
        assertThat(ours)
                .containsExactlyElementsOf(
                        FACTS.stream().map(row -> row.get("flag")).toList());
    }

    @TestFactory
    Stream<DynamicTest> each_has_upstreams_type_default_and_section() {
        return FACTS.stream().map(row -> DynamicTest.dynamicTest(row.get("flag"), () -> compare(row)));
    }

    private static void compare(Facts.Row row) {
        var flag = ManagerFlags.ALL.named(row.get("flag")).orElseThrow();
        assertThat(HelpText.title(flag.section())).isEqualTo(row.get("group"));
        assertThat(flag.shorthand().map(String::valueOf).orElse("")).isEqualTo(row.get("short"));
        String bare = flag.type().bare().map(text -> "[=" + text + "]").orElse("");
        String type = flag.type().name();
        assertThat(type.equals("bool") ? type : type + bare).isEqualTo(row.get("type"));
        if (flag.name().equals("controllers")) {
            assertThat(flag.defaultValue()).isEqualTo(List.of("*")); // The help's default spans lines.
        } else if (flag.name().equals("version")) {
            assertThat(flag.defaultValue()).isEqualTo("false");
        } else {
            assertThat(flag.shownDefault().orElse("")).isEqualTo(row.get("default"));
        }
        assertThat(flag.help()).isNotBlank().doesNotEndWith(" ");
    }

    @Test
    void keeps_flags_upstream_no_longer_shows() {
        assertThat(ManagerFlags.ALL.flags().stream()
                        .filter(flag -> flag.deprecated().isPresent())
                        .map(Flag::name))
                .containsExactly("allow-untagged-cloud", "node-sync-period");
    }
}
