package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramTest {
    @Test
    void a_gate_that_a_controller_cannot_honour_is_refused_before_anything_starts() {
        var error = new ByteArrayOutputStream();
        var unread = new ByteArrayOutputStream();

        int code = Program.run(
                List.of("--feature-gates=WorkloadWithJob=true,GenericWorkload=true", "--controllers=job-controller"),
                new PrintStream(unread, true, StandardCharsets.UTF_8),
                new PrintStream(error, true, StandardCharsets.UTF_8));

        assertThat(code).isEqualTo(1);
        assertThat(error.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains("job-controller", "WorkloadWithJob=false");
        assertThat(unread.size()).isZero();
    }
}
