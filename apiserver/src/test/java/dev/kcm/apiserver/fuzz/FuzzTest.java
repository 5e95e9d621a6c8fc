package dev.kcm.apiserver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ServedApi;
import dev.kcm.model.core.v1.ConfigMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever arrives, the server answers, never with a fault of its own, and a refused request
/// changes nothing. `-Dkcm.fuzz=100000` sends more; the seed of a request is its number.
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("kcm.fuzz", 3000);

    private ServedApi served;

    @BeforeEach
    void start() throws Exception {
        served = ServedApi.start();
        served.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("target").putLabels("a", "b"))
                .putData("a", "b")
                .build());
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void bad_requests_are_refused_and_change_nothing() throws Exception {
        var answers = new TreeMap<Integer, Integer>();
        for (long seed = 1; seed <= REQUESTS; seed++) {
            var request = Mischief.of(seed);
            long before = served.api().store().revision();
            int status = request.send(served.port(), served.token());
            answers.merge(status, 1, Integer::sum);
            check(seed, request, status, served.api().store().revision() != before);
        }
        assertThat(answers).containsKeys(400, 401, 404, 405, 413, 415, 422);
        assertThat(RawRequest.get("/api/v1/namespaces/default/configmaps").send(served.port(), served.token()))
                .as("the server works after all that")
                .isEqualTo(200);
    }

    private static void check(long seed, RawRequest request, int status, boolean hasChanged) {
        assertThat(status).as("seed %d: %s", seed, request).isBetween(200, 499);
        if (request.mustBeRefused()) {
            assertThat(status).as("seed %d must be refused: %s", seed, request).isGreaterThan(399);
        }
        if (status >= 400) {
            assertThat(hasChanged)
                    .as("seed %d changed something: %s", seed, request)
                    .isFalse();
        }
    }
}
