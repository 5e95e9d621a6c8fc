package dev.kcm.testing.scenario;

import dev.kcm.base.GoDuration;
import java.time.Duration;

/// How pods are told what to do: the simulated nodes of the embedded cluster and the stages of the
/// real one understand the same annotations.
final class PodAnnotations {
    static final String READY = "kcm.dev/ready";
    static final String START_AFTER = "kcm.dev/start-after";
    static final String START_UNTIL = "kcm.dev/start-until";
    static final String STOP_AFTER = "kcm.dev/stop-after";
    static final String RUN_FOR = "kcm.dev/run-for";
    static final String EXIT_CODE = "kcm.dev/exit-code";
    static final String PHASE = "kcm.dev/phase";

    private PodAnnotations() {}

    static String text(Duration time) {
        return GoDuration.print(time);
    }
}
