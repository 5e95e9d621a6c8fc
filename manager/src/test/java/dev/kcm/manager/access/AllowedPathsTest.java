package dev.kcm.manager.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedPathsTest {
    @Test
    void a_path_stands_for_itself_with_or_without_its_slash() {
        var paths = new AllowedPaths(List.of("/healthz", "livez"));
        assertThat(paths.include("/healthz")).isTrue();
        assertThat(paths.include("/livez")).isTrue();
        assertThat(paths.include("/healthz/ping")).isFalse();
        assertThat(paths.include("/")).isFalse();
    }

    @Test
    void a_star_at_the_end_stands_for_everything_that_begins_so() {
        var paths = new AllowedPaths(List.of("/debug/*"));
        assertThat(paths.include("/debug/pprof/heap")).isTrue();
        assertThat(paths.include("/debug")).isFalse();
        assertThat(new AllowedPaths(List.of("*")).include("/metrics")).isTrue();
    }

    @Test
    void a_star_elsewhere_is_refused() {
        assertThatThrownBy(() -> new AllowedPaths(List.of("/a*b"))).hasMessageContaining("trailing *");
    }
}
