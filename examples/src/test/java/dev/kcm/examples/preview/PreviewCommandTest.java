package dev.kcm.examples.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.runtime.program.ControllerCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreviewCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void its_help_shows_the_programs_flags_and_the_controllers() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("--kubeconfig", "--leader-elect", "--preview-lifetime")
                .contains("(default 24h0m0s)");
    }

    @Test
    void flags_it_does_not_understand_are_refused_all_at_once() {
        assertThat(run("--preview-lifetime=soon", "--previw", "word")).isEqualTo(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("soon", "previw", "word", "--help");
    }

    @Test
    void a_kubeconfig_that_is_not_there_is_an_error_and_no_stack_trace() {
        assertThat(run("--kubeconfig=/nowhere/config")).isEqualTo(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Error: ").contains("/nowhere/config");
    }

    private int run(String... arguments) {
        return ControllerCommand.named("preview-controller", PreviewReconciler.SPEC)
                .flags(PreviewOptions.FLAGS)
                .run(List.of(arguments), new PrintStream(out, true), new PrintStream(err, true));
    }
}
