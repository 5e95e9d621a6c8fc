package dev.kcm.cluster.nodes;

import dev.kcm.base.GoDuration;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Probe;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a simulated pod is going to do, as its command and annotations tell.
record PodScript(Pod pod) {
    private static final String EXIT_CODE = "kcm.dev/exit-code";
    private static final String RUN_FOR = "kcm.dev/run-for";
    private static final String START_AFTER = "kcm.dev/start-after";
    private static final String START_UNTIL = "kcm.dev/start-until";
    private static final String STOP_AFTER = "kcm.dev/stop-after";
    private static final String READY = "kcm.dev/ready";
    private static final String PHASE = "kcm.dev/phase";
    private static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
    private static final String FAILURES_OF_INDEX = "batch.kubernetes.io/job-index-failure-count";

    private static final Pattern ENDS = Pattern.compile("(^|/)(true|false)$|exit [0-9$]");
    private static final Pattern STAYS = Pattern.compile("sleep [0-9]{3,}|trap ");
    private static final Pattern FALSE = Pattern.compile("(^|/)false$");
    private static final Pattern EXIT = Pattern.compile("exit ([0-9]+)");

    /// What a script does where something before it failed, which nothing does here.
    private static final Pattern EXIT_ON_FAILURE = Pattern.compile("\\|\\| exit [0-9]+$");
    private static final Pattern SLEEP = Pattern.compile("sleep ([0-9]+)");
    private static final Pattern SLEEP_IN_TRAP = Pattern.compile("sleep ([0-9]+)[\\s\\S]*trap ");
    private static final Pattern MISSING_IMAGE = Pattern.compile(":(404|non-existent)$");
    private static final Pattern UNREADY = Pattern.compile("(^|/)false$|exit [1-9]|test -f");

    /// The phase an annotation holds it in or ends it with.
    Optional<String> forcedPhase() {
        return annotation(PHASE);
    }

    boolean lacksImage() {
        return pod.spec().containers().stream()
                .anyMatch(container -> MISSING_IMAGE.matcher(container.image()).find());
    }

    /// Somewhere between the two annotations, the same whenever it is asked.
    Duration startAfter() {
        var least = duration(START_AFTER).orElse(Duration.ZERO);
        long more = duration(START_UNTIL).orElse(least).minus(least).toMillis();
        return more > 0 ? least.plusMillis(Math.floorMod(pod.uid().hashCode(), more)) : least;
    }

    Duration runFor() {
        return duration(RUN_FOR).orElse(Duration.ofSeconds(1));
    }

    Duration stopAfter() {
        return duration(STOP_AFTER)
                .or(this::sleepBeforeStop)
                .or(this::sleepInTrap)
                .orElse(trapsSignals() ? Duration.ofSeconds(2) : Duration.ZERO);
    }

    /// Whether its containers ever end by themselves.
    boolean ends() {
        return !pod.spec().restartPolicy().equals("Always")
                && (annotation(EXIT_CODE).isPresent()
                        || pod.spec().containers().stream().allMatch(PodScript::ends));
    }

    int exitCode(Container container, int restarts) {
        var words = words(container);
        var scripted = annotation(EXIT_CODE);
        if (scripted.isPresent()) {
            return number(scripted.get());
        }
        if (FALSE.matcher(words).find()) {
            return 1;
        }
        if (words.contains("RANDOM")) {
            return Math.floorMod(pod.uid().hashCode() + restarts, 2);
        }
        if (words.contains("% 2")) {
            return number(annotation(COMPLETION_INDEX).orElse("0")) % 2;
        }
        var exit = EXIT.matcher(EXIT_ON_FAILURE.matcher(words).replaceFirst(""));
        int code = exit.find() ? number(exit.group(1)) : 0;
        boolean isFirstRun = restarts + number(annotation(FAILURES_OF_INDEX).orElse("0")) == 0;
        return words.contains("touch ") && !isFirstRun ? 0 : code;
    }

    /// Whether annotation, probes and readiness gates let it be ready.
    boolean wantsToBeReady() {
        return !annotation(READY).equals(Optional.of("false"))
                && pod.spec().readinessGates().stream().allMatch(gate -> isTrue(gate.conditionType()))
                && probes().noneMatch(probe -> UNREADY.matcher(command(probe)).find());
    }

    /// The initial delay of its probes.
    Duration readyAfter() {
        return Duration.ofSeconds(
                probes().mapToInt(Probe::initialDelaySeconds).max().orElse(0));
    }

    boolean isTrue(String condition) {
        return pod.status().conditions().stream()
                .anyMatch(found ->
                        found.type().equals(condition) && found.status().equals("True"));
    }

    boolean trapsSignals() {
        return pod.spec().containers().stream().anyMatch(PodScript::trapsSignals);
    }

    static boolean trapsSignals(Container container) {
        return words(container).contains("trap ");
    }

    private static boolean ends(Container container) {
        var words = words(container);
        boolean isShellWithoutInput = words.isEmpty() && container.image().contains("busybox");
        return isShellWithoutInput
                || (ENDS.matcher(words).find() && !STAYS.matcher(words).find());
    }

    private Optional<Duration> sleepBeforeStop() {
        return firstSleep(
                SLEEP,
                pod.spec().containers().stream()
                        .flatMap(container -> container.lifecycle().stream())
                        .flatMap(lifecycle -> lifecycle.preStop().stream())
                        .flatMap(handler -> handler.exec().stream())
                        .map(exec -> String.join(" ", exec.command())));
    }

    /// What a function does that a `trap` further down calls.
    private Optional<Duration> sleepInTrap() {
        return firstSleep(SLEEP_IN_TRAP, pod.spec().containers().stream().map(PodScript::words));
    }

    private static Optional<Duration> firstSleep(Pattern sleep, Stream<String> scripts) {
        return scripts.map(sleep::matcher)
                .filter(Matcher::find)
                .map(found -> Duration.ofSeconds(number(found.group(1))))
                .findFirst();
    }

    private Stream<Probe> probes() {
        return pod.spec().containers().stream().flatMap(container -> container.readinessProbe().stream());
    }

    private static String command(Probe probe) {
        return probe.exec().map(exec -> String.join(" ", exec.command())).orElse("");
    }

    private static String words(Container container) {
        return String.join(
                " ",
                Stream.concat(container.command().stream(), container.args().stream())
                        .toList());
    }

    private Optional<String> annotation(String name) {
        return Optional.ofNullable(pod.annotations().get(name));
    }

    /// An annotation that cannot be parsed counts as absent: a simulated node has nowhere to report it.
    private Optional<Duration> duration(String name) {
        try {
            return annotation(name).map(GoDuration::parse);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
