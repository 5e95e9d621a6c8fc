package dev.kcm.cli.advisories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoryTest {
    private static final String SEVERAL = "introduced 1.0, fixed 1.5, introduced 2.0, last_affected 2.4";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "introduced 0, fixed 1.5 | 1.5 | false",
                "introduced 0, fixed 1.5 | 1.5.0 | false",
                "introduced 0, fixed 1.5 | 1.5-rc1 | true",
                "introduced 0, fixed 1.5 | 0.1 | true",
                "introduced 0, fixed 1.10 | 1.9 | true",
                "introduced 1.2, fixed 1.5 | 1.1.9 | false",
                "introduced 1.2, fixed 1.5 | 1.2 | true",
                "introduced 1.2, last_affected 1.5 | 1.5 | true",
                "introduced 1.2, last_affected 1.5 | 1.5.1 | false",
                "introduced 1.2 | 99 | true",
                "fixed 1.5, introduced 0 | 1.0 | true", // events may stand in any order
                "fixed 1.5, introduced 0 | 1.6 | false",
                "introduced 0, limit 1.4 | 1.3 | true",
                "introduced 0, limit 1.4 | 1.4 | false",
                "introduced 0, limit * | 1.4 | true",
            })
    void a_version_is_affected_between_introduced_and_fixed(String events, String version, boolean isAffected) {
        assertThat(isAffected(events, version)).isEqualTo(isAffected);
    }

    @ParameterizedTest
    @CsvSource({"0.9, false", "1.0, true", "1.5, false", "1.9, false", "2.0, true", "2.4, true", "2.5, false"})
    void a_fault_may_come_back(String version, boolean isAffected) {
        assertThat(isAffected(SEVERAL, version)).isEqualTo(isAffected);
    }

    private static boolean isAffected(String events, String version) {
        var json = events.replaceAll("([a-z_]+) ([^, ]+)", "{\"$1\": \"$2\"}");
        var advisory = new Advisory(Json.parse("""
            {"id": "X", "affected": [{
              "package": {"ecosystem": "Maven", "name": "g:a"},
              "ranges": [{"type": "ECOSYSTEM", "events": [%s]}]}]}
            """.formatted(json)));
        return advisory.concerns(new Component("g:a", version));
    }
}
