package dev.kcm.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // the sink belongs to the whole process
class LogTest {
    private final List<LogEntry> written = Collections.synchronizedList(new ArrayList<>());
    private final Log log = Log.of(LogTest.class);

    @BeforeEach
    void collect() {
        Logging.start(
                new LogSink() {
                    @Override
                    public void write(LogEntry entry) {
                        written.add(entry);
                    }

                    @Override
                    public void flush() {}
                },
                Verbosity.of(2),
                Clock.system());
    }

    @AfterEach
    void restore() {
        Logging.start(new SystemLoggerSink(), Verbosity.NONE, Clock.system());
    }

    @Test
    void knows_where_it_was_called() {
        log.info("here");
        var caller = written.getFirst().caller();
        assertThat(caller.file()).isEqualTo("LogTest.java");
        assertThat(caller.line()).isPositive();
        assertThat(caller.folder()).isEqualTo("log");
    }

    @Test
    void leaves_out_what_is_too_verbose() {
        log.v(2).info("shown", "key", 1);
        log.v(3).info("not shown");
        log.v(3).error("not shown either");
        assertThat(log.isVerbose(3)).isFalse();
        Logging.verbosity(new Verbosity(0, List.of(new Verbosity.Module("LogTest", 3))));
        assertThat(log.isVerbose(3)).isTrue();
        log.v(3).info("shown by file");
        assertThat(written.stream().map(entry -> entry.message().text())).containsExactly("shown", "shown by file");
        assertThat(written.stream().map(LogEntry::level)).containsExactly(2, 3);
    }

    @Test
    void carries_names_and_values() {
        log.named("a").named("b").with("x", 1).info("m", "y");
        var entry = written.getFirst();
        assertThat(entry.logger()).contains("a.b");
        assertThat(entry.values()).isEqualTo(List.of("x", 1));
        assertThat(entry.pairs()).isEqualTo(List.of("y", "(MISSING)"));
    }

    @Test
    void takes_what_the_jdk_says() {
        var logger = new SystemLoggers().getLogger("some.Library", LogTest.class.getModule());
        logger.log(System.Logger.Level.WARNING, "{0} of {1}", 1, 2);
        logger.log(System.Logger.Level.DEBUG, "quiet");
        assertThat(written).hasSize(1);
        assertThat(written.getFirst().severity()).isEqualTo(Severity.WARNING);
        assertThat(written.getFirst().message().text()).isEqualTo("1 of 2");
        assertThat(written.getFirst().caller().file()).isEqualTo("LogTest.java");
    }
}
