package dev.kcm.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosRunTest {
    private static final String USERS = """
        seed 3
        user at 0s create replicaset cache replicas=3 start=400..1200 stop=300
        user at 2.1s change replicasets cache {"spec":{"replicas":5}}
        user at 4.1s delete pod app=cache number=1
        """;

    private static final List<String> UNDISTURBED =
            ChaosRun.of(Schedule.parse(USERS)).writes();

    /// The same users and the same seed: if the writes differ, it is for the fault.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "stall pods for 2s",
                "cut pods for 2s",
                "refuse 409 create pods after=0 times=1 for 5s",
                "lose create pods after=0 times=1 for 5s",
                "slow create pods by=1s for 5s",
                "crash after write 2",
                "restart",
                "fail over"
            })
    void a_disturbance_is_felt_and_got_over(String disturbance) {
        var result = ChaosRun.of(Schedule.parse(USERS + "fault at 2s " + disturbance));

        assertThat(result.writes()).isNotEqualTo(UNDISTURBED);
        assertThat(result.problems()).as(result.timeline()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop pods for 1ms", "expire pods for 1ms", "repeat pods for 5s", "skew -60s for 5s"})
    void what_a_manager_should_hardly_notice_breaks_nothing(String disturbance) {
        var result = ChaosRun.of(Schedule.parse(USERS + "fault at 2s " + disturbance));

        assertThat(result.problems()).as(result.timeline()).isEmpty();
    }

    @Test
    void a_request_under_way_arrives_after_its_sender_was_killed() {
        var result = ChaosRun.of(Schedule.parse(USERS + """
            fault at 2s slow create pods by=3s for 1s
            fault at 2.5s restart
            """));

        assertThat(result.writes())
                .as("ordered at 2.1s, by a process that ended at 2.5s")
                .anyMatch(line -> line.startsWith("PT5.1S replicaset-controller create pods"));
        assertThat(result.problems()).as(result.timeline()).isEmpty();
    }

    @Test
    void a_broken_webhook_refuses_until_it_is_mended() {
        var result = ChaosRun.of(Schedule.parse(USERS + """
            user at 2s break webhook create pods
            user at 9s mend webhooks
            """));

        assertThat(result.writes()).anyMatch(line -> line.contains("create pods") && line.contains("refused"));
        assertThat(result.problems()).as(result.timeline()).isEmpty();
    }

    /// Whatever is wrong is said in a line that begins with its name, as shrinking compares these.
    @Test
    void what_never_goes_is_named() {
        var result = ChaosRun.of(Schedule.parse("""
            seed 1
            user at 0s create pod held app=none ready=true
            user at 1s change pods held {"metadata":{"finalizers":["kcm.dev/held"]}}
            user at 2s delete pods held background
            """));

        assertThat(result.problems())
                .containsExactly("leaked: Pod held was deleted and is still there, held by [kcm.dev/held]");
        assertThat(result.timeline()).contains("user: delete pods held background");
    }
}
