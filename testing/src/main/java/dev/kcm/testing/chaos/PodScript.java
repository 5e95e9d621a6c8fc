package dev.kcm.testing.chaos;

import dev.kcm.testing.scenario.PodTemplateBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/// What the pods of a template do. Times in milliseconds.
///
/// @param startFrom how long a pod stays pending, at least
/// @param startTo at most
/// @param stop how long it takes to end when it is deleted
/// @param run how long it runs before it exits, if it does
/// @param exit its exit code; without one it runs for good
/// @param isReady whether it ever becomes ready
record PodScript(int startFrom, int startTo, int stop, int run, OptionalInt exit, boolean isReady) {
    static final PodScript PROMPT = new PodScript(0, 0, 0, 0, OptionalInt.empty(), true);

    PodScript starting(int from, int to) {
        return new PodScript(from, to, stop, run, exit, isReady);
    }

    PodScript stopping(int after) {
        return new PodScript(startFrom, startTo, after, run, exit, isReady);
    }

    PodScript exiting(int code, int after) {
        return new PodScript(startFrom, startTo, stop, after, OptionalInt.of(code), isReady);
    }

    PodScript unready() {
        return new PodScript(startFrom, startTo, stop, run, exit, false);
    }

    <D extends PodTemplateBuilder<?, D>> D onto(D builder) {
        var timed = builder.podsStartWithin(Duration.ofMillis(startFrom), Duration.ofMillis(startTo))
                .podsStopAfter(Duration.ofMillis(stop));
        var ending = exit.isPresent() ? timed.podsExitWith(exit.getAsInt()).podsRunFor(Duration.ofMillis(run)) : timed;
        return isReady ? ending : ending.podsUnready();
    }

    static PodScript parse(Map<String, String> words) {
        var start = words.getOrDefault("start", "0..0").split("\\.\\.");
        var script = PROMPT.starting(Integer.parseInt(start[0]), Integer.parseInt(start[1]))
                .stopping(Integer.parseInt(words.getOrDefault("stop", "0")));
        var ending = words.containsKey("exit")
                ? script.exiting(Integer.parseInt(words.get("exit")), Integer.parseInt(words.getOrDefault("run", "0")))
                : script;
        return words.getOrDefault("ready", "true").equals("false") ? ending.unready() : ending;
    }

    @Override
    public String toString() {
        return "start=%d..%d stop=%d".formatted(startFrom, startTo, stop)
                + (exit.isPresent() ? " exit=%d run=%d".formatted(exit.getAsInt(), run) : "")
                + (isReady ? "" : " ready=false");
    }
}
