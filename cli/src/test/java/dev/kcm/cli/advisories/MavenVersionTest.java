package dev.kcm.cli.advisories;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MavenVersionTest {
    @Test
    void versions_have_mavens_order() {
        var ordered = List.of(
                "1-alpha1",
                "1-alpha2",
                "1-alpha10",
                "1-beta1",
                "1-m3",
                "1-rc1",
                "1-rc2",
                "1-SNAPSHOT",
                "1",
                "1-sp1",
                "1-jre",
                "1-xyz",
                "1-1",
                "1.1",
                "1.2",
                "1.10",
                "1.10.0.1",
                "2.0.0.Beta1",
                "2.0.0.Final",
                "2.0.1");
        for (int at = 1; at < ordered.size(); at++) {
            var smaller = MavenVersion.parse(ordered.get(at - 1));
            var larger = MavenVersion.parse(ordered.get(at));
            assertThat(smaller).as(ordered.get(at - 1)).isLessThan(larger);
            assertThat(larger).as(ordered.get(at)).isGreaterThan(smaller);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1.0",
        "1, 1.0.0",
        "1.0.0, 1-ga",
        "1.0.0.RELEASE, 1.0.0.Final",
        "1-rc1, 1-cr1",
        "1a1, 1-alpha-1",
        "1.0.0-foo, 1-foo",
        "1.0.0-foo.0.0, 1-foo",
        "1.0-RC1, 1.0-rc1",
        "1.foo, 1-foo",
        "3.50.3.0, 3.50.3",
    })
    void the_same_version_can_be_written_in_several_ways(String one, String other) {
        assertThat(MavenVersion.parse(one)).isEqualByComparingTo(MavenVersion.parse(other));
    }
}
