package dev.kcm.testing.junit;

import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendChoice;
import dev.kcm.testing.backend.WriteLog;
import dev.kcm.testing.scenario.EndState;
import dev.kcm.testing.scenario.LineDifference;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.UnsupportedByBackendException;
import dev.kcm.testing.trajectory.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/// Runs a scenario and checks what must hold for every scenario.
///
/// - Declared writes: controllers write nothing but what their specs name.
/// - Invariants: no promise was broken on the way, not even for a moment.
/// - Fixpoint: after the end nothing more is written, also not by restarted controllers.
/// - Determinism: run again it ends in the same state, events included unless it crashes.
/// - Restart: with a crash after one of our writes it ends in the same state.
///
/// Upstream's manager is observed, too, and what it breaks is kept beside its end state. The last three on the embedded
/// cluster only, the last two for scenarios without faults of their
/// own.
final class ScenarioRun {
    private final String name;
    private final Supplier<Backend> backends;
    private final Consumer<Scenario> repeat;
    private final BackendChoice choice = BackendChoice.current();

    /// The first run, which JUnit has to start itself.
    @FunctionalInterface
    interface FirstRun {
        void proceed() throws Throwable;
    }

    /// @param backends opens further backends like the first
    /// @param repeat runs the scenario again
    ScenarioRun(String name, Supplier<Backend> backends, Consumer<Scenario> repeat) {
        this.name = name;
        this.backends = backends;
        this.repeat = repeat;
    }

    void first(Scenario scenario, FirstRun run) throws Throwable {
        EndState end;
        int writes;
        boolean hasFaults;
        boolean crashes;
        try {
            run.proceed();
            scenario.awaitQuiet();
            end = EndState.of(scenario);
            writes = (int) doneWrites(scenario);
            hasFaults = scenario.backend().faults().wasUsed();
            crashes = scenario.backend().faults().wasCrashRequested();
            checkDeclaredWrites(scenario);
            checkInvariants(scenario);
            if (scenario.backend().kind().isEmbedded()) {
                checkFixpoint(scenario);
            }
        } catch (TestAbortedException | UnsupportedByBackendException elsewhere) {
            throw elsewhere;
        } catch (Throwable failed) {
            throw withTimeline(failed, "", scenario);
        }
        if (hasFaults) {
            return;
        }
        if (scenario.backend().kind().isEmbedded()) {
            scenario.close();
            if (choice.crashes() > 0) {
                replay(0, crashes ? end.withoutMessages() : end);
            }
            for (int write : crashes(writes, choice.crashes())) {
                replay(write, end.withoutMessages());
            }
        } else {
            choice.output().ifPresent(folder -> keep(folder, ".json", end.toText()));
        }
    }

    /// Runs it again, with a crash after write number `crashAfter` if that is not 0.
    private void replay(int crashAfter, EndState expected) {
        try (var scenario = Scenario.replayOn(backends.get())) {
            if (crashAfter > 0) {
                scenario.crashAfterWrite(crashAfter);
            }
            var what = crashAfter > 0 ? "with a crash after write %d, ".formatted(crashAfter) : "run again, ";
            try {
                repeat.accept(scenario);
                scenario.awaitQuiet();
                checkInvariants(scenario);
                var end = EndState.of(scenario);
                compare(expected, scenario.backend().faults().wasCrashRequested() ? end.withoutMessages() : end);
            } catch (Throwable failed) {
                throw withTimeline(failed, what, scenario);
            }
        }
    }

    private static void compare(EndState expected, EndState found) {
        var difference = LineDifference.between(expected.toText(), found.toText());
        if (!difference.isEmpty()) {
            throw new AssertionError(
                    "the end state differs (- the first run, + this one):\n" + String.join("\n", difference));
        }
    }

    private void checkInvariants(Scenario scenario) {
        var violations = scenario.backend().trajectory().violations();
        if (violations.isEmpty()) {
            return;
        }
        var lines = violations.stream().map(Violation::toString).collect(Collectors.joining("\n"));
        if (scenario.backend().kind().isOurs()) {
            throw new AssertionError("what must never be seen was seen:\n" + lines);
        }
        choice.output().ifPresent(folder -> keep(folder, ".violations", lines));
    }

    private static void checkDeclaredWrites(Scenario scenario) {
        var backend = scenario.backend();
        var undeclared = undeclared(backend.specs(), backend.log().writes());
        if (!undeclared.isEmpty()) {
            throw new AssertionError("written but not declared in the spec: " + undeclared);
        }
    }

    /// Writes that the spec of their controller does not name, each once.
    static Set<String> undeclared(List<ControllerSpec> specs, List<WriteLog.Write> writes) {
        var declared =
                specs.stream().collect(Collectors.toMap(ControllerSpec::name, spec -> Set.copyOf(spec.writes())));
        return writes.stream()
                .filter(write -> !isDeclared(write.what(), declared.getOrDefault(write.controller(), Set.of())))
                .map(write -> write.controller() + ": " + write.what())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Some declare a verb for all resources, or for a subresource of all: `delete *`, `update */scale`.
    private static boolean isDeclared(String write, Set<String> declared) {
        var verb = write.substring(0, write.indexOf(' '));
        int slash = write.indexOf('/');
        return declared.contains(write)
                || declared.contains(verb + " *")
                || (slash > 0 && declared.contains(verb + " *" + write.substring(slash)));
    }

    /// Writes that faults have prevented are let through first.
    private static void checkFixpoint(Scenario scenario) {
        scenario.heal().restart().awaitQuiet();
        scenario.backend().log().mark();
        scenario.restart().awaitQuiet();
        requireNothing(scenario.backend().log().sinceMark());
    }

    static void requireNothing(List<WriteLog.Write> more) {
        if (!more.isEmpty()) {
            throw new AssertionError("not a fixpoint: restarted after the end, our controllers wrote "
                    + more.stream()
                            .map(write -> write.what() + " " + write.key().name())
                            .toList());
        }
    }

    private static long doneWrites(Scenario scenario) {
        return scenario.backend().log().writes().stream()
                .filter(WriteLog.Write::hasSucceeded)
                .count();
    }

    /// After which writes to crash: all if that is not too often, else some spread over them.
    static Set<Integer> crashes(int writes, int most) {
        var chosen = new TreeSet<Integer>();
        int count = Math.min(most, writes);
        for (int i = 0; i < count; i++) {
            chosen.add(count == 1 ? 1 : 1 + i * (writes - 1) / (count - 1));
        }
        return chosen;
    }

    private void keep(Path folder, String suffix, String text) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + suffix), text);
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot keep what %s left behind".formatted(name), problem);
        }
    }

    private static AssertionError withTimeline(Throwable failed, String when, Scenario scenario) {
        String timeline;
        try {
            timeline = scenario.timeline();
        } catch (RuntimeException unreachable) {
            timeline = "(no timeline: " + unreachable + ")";
        }
        return new AssertionError(when + failed.getMessage() + "\n\nwhat happened:\n" + timeline, failed);
    }
}
