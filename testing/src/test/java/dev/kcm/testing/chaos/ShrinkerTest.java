package dev.kcm.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.backend.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final Disturbance STALL =
            new Disturbance.During(new Fault.StalledWatch(Pod.PODS), Duration.ofSeconds(8));

    @Test
    void keeps_only_the_lines_that_matter() {
        var shortest = new Shrinker(
                        schedule -> names(schedule).containsAll(List.of("3", "17"))
                                && schedule.adversary().stream().anyMatch(it -> it.what() instanceof Disturbance.Crash),
                        1_000)
                .shrink(schedule());

        assertThat(names(shortest)).containsExactly("3", "17");
        assertThat(shortest.adversary()).containsExactly(at(5, new Disturbance.Crash(4)));
    }

    @Test
    void shortens_the_faults_that_are_left() {
        var shortest = new Shrinker(schedule -> stalled(schedule).compareTo(Duration.ofSeconds(3)) > 0, 1_000)
                .shrink(schedule());

        assertThat(shortest.users()).isEmpty();
        assertThat(stalled(shortest)).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void ends_when_it_may_run_no_more() {
        var tried = new ArrayList<Schedule>();

        var shortest = new Shrinker(schedule -> tried.add(schedule) && tried.size() > 1, 3).shrink(schedule());

        assertThat(tried).hasSize(3);
        assertThat(shortest.size()).isLessThan(schedule().size()).isPositive();
    }

    private static Schedule schedule() {
        var users = new ArrayList<Timed<UserAction>>();
        for (int i = 0; i < 20; i++) {
            users.add(at(i, new UserAction.CreateService(Integer.toString(i))));
        }
        return new Schedule(
                1, users, List.of(at(2, STALL), at(5, new Disturbance.Crash(4)), at(9, new Disturbance.Restart())));
    }

    private static <E> Timed<E> at(int second, E what) {
        return new Timed<>(Duration.ofSeconds(second), what);
    }

    private static List<String> names(Schedule schedule) {
        return schedule.users().stream()
                .map(it -> ((UserAction.CreateService) it.what()).name())
                .toList();
    }

    private static Duration stalled(Schedule schedule) {
        return schedule.adversary().stream().map(it -> it.what().lasts()).reduce(Duration.ZERO, Duration::plus);
    }
}
