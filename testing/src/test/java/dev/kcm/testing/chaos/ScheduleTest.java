package dev.kcm.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void what_is_printed_can_be_read_again() {
        assertThat(LongStream.range(0, 500).mapToObj(Schedule::of))
                .allSatisfy(schedule ->
                        assertThat(Schedule.parse(schedule.toText())).isEqualTo(schedule));
    }

    @Test
    void users_and_adversaries_do_everything_they_can() {
        var users = LongStream.range(0, 500)
                .mapToObj(Schedule::of)
                .flatMap(it -> it.users().stream())
                .map(it -> it.what().getClass())
                .collect(Collectors.toSet());
        var adversaries = LongStream.range(0, 500)
                .mapToObj(Schedule::of)
                .flatMap(it -> it.adversary().stream())
                .map(it -> it.what() instanceof Disturbance.During(var fault, var _)
                        ? fault.getClass()
                        : it.what().getClass())
                .collect(Collectors.toSet());

        assertThat(users).hasSize(15);
        assertThat(adversaries).hasSize(12);
    }

    @Test
    void a_line_that_makes_no_sense_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("user at 1s dance wildly"))
                .withMessageContaining("dance wildly");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("user create service web"))
                .withMessageContaining("does not begin with a time");
    }

    @Test
    void comments_are_for_people() {
        var schedule = Schedule.parse("""
            # a Service, and a crash
            seed 7
            user at 1.5s create service web
            fault at 2s crash after write 3
            """);

        assertThat(schedule)
                .isEqualTo(new Schedule(
                        7,
                        List.of(new Timed<>(Duration.ofMillis(1500), new UserAction.CreateService("web"))),
                        List.of(new Timed<>(Duration.ofSeconds(2), new Disturbance.Crash(3)))));
    }
}
