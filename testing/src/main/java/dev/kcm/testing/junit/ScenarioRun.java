package dev.kcm.testing.junit;

import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendChoice;
import dev.kcm.testing.backend.WriteLog;
import dev.kcm.testing.scenario.EndState;
import dev.kcm.testing.scenario.LineDifference;
import dev.kcm.testing.scenario.NotHereException;
import dev.kcm.testing.scenario.Scenario;
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

/// What every scenario is held to besides what it says itself.
///
/// - Declared writes: controllers write nothing but what their specs name.
/// - Fixpoint: after the end nothing more is written, also by controllers that start anew.
/// - Determinism: played again it ends in the same state, events included unless it crashes.
/// - Restart: with a crash after one of our writes it ends in the same state.
///
/// The last three on the embedded cluster only, the last two for scenarios without faults of their
/// own.
final class ScenarioRun {
    private final String name;
    private final Supplier<Backend> stages;
    private final Consumer<Scenario> play;
    private final BackendChoice choice = BackendChoice.current();

    /// The first run, which JUnit has to start itself.
    @FunctionalInterface
    interface FirstRun {
        void proceed() throws Throwable;
    }

    /// @param stages opens further stages like the first
    /// @param play plays the scenario again
    ScenarioRun(String name, Supplier<Backend> stages, Consumer<Scenario> play) {
        this.name = name;
        this.stages = stages;
        this.play = play;
    }

    void first(Scenario scenario, FirstRun run) throws Throwable {
        EndState end;
        int writes;
        boolean isDisturbed;
        boolean crashes;
        try {
            run.proceed();
            scenario.awaitQuiet();
            end = EndState.of(scenario);
            writes = (int) doneWrites(scenario);
            isDisturbed = scenario.backend().faults().wasUsed();
            crashes = scenario.backend().faults().wasCrashAsked();
            checkDeclaredWrites(scenario);
            if (scenario.backend().kind().isEmbedded()) {
                checkFixpoint(scenario);
            }
        } catch (TestAbortedException | NotHereException elsewhere) {
            throw elsewhere;
        } catch (Throwable failed) {
            throw told(failed, "", scenario);
        }
        if (isDisturbed) {
            return;
        }
        if (scenario.backend().kind().isEmbedded()) {
            scenario.close();
            if (choice.crashes() > 0) {
                replay(0, crashes ? end.withoutWords() : end);
            }
            for (int write : crashes(writes, choice.crashes())) {
                replay(write, end.withoutWords());
            }
        } else {
            choice.output().ifPresent(folder -> keep(folder, end));
        }
    }

    /// Plays it again, with a crash after write number `crashAfter` if that is not 0.
    private void replay(int crashAfter, EndState expected) {
        try (var scenario = Scenario.replayOn(stages.get())) {
            if (crashAfter > 0) {
                scenario.crashAfterWrite(crashAfter);
            }
            var what = crashAfter > 0 ? "with a crash after write %d, ".formatted(crashAfter) : "played again, ";
            try {
                play.accept(scenario);
                scenario.awaitQuiet();
                var end = EndState.of(scenario);
                compare(expected, scenario.backend().faults().wasCrashAsked() ? end.withoutWords() : end);
            } catch (Throwable failed) {
                throw told(failed, what, scenario);
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

    private static void checkDeclaredWrites(Scenario scenario) {
        var backend = scenario.backend();
        var undeclared = undeclared(backend.specs(), backend.log().writes());
        if (!undeclared.isEmpty()) {
            throw new AssertionError("written but not declared in the spec: " + undeclared);
        }
    }

    /// Writes that the spec of their controller does not name, each once.
    static Set<String> undeclared(List<ControllerSpec> specs, List<WriteLog.Wrote> writes) {
        var declared =
                specs.stream().collect(Collectors.toMap(ControllerSpec::name, spec -> Set.copyOf(spec.writes())));
        return writes.stream()
                .filter(wrote -> !isDeclared(wrote.what(), declared.getOrDefault(wrote.controller(), Set.of())))
                .map(wrote -> wrote.controller() + ": " + wrote.what())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Some write whatever there is: `delete *`.
    private static boolean isDeclared(String write, Set<String> declared) {
        var verb = write.substring(0, write.indexOf(' '));
        return declared.contains(write) || declared.contains(verb + " *");
    }

    /// What faults have kept from being done may be done first.
    private static void checkFixpoint(Scenario scenario) {
        scenario.heal().restart().awaitQuiet();
        scenario.backend().log().mark();
        scenario.restart().awaitQuiet();
        requireNothing(scenario.backend().log().sinceMark());
    }

    static void requireNothing(List<WriteLog.Wrote> more) {
        if (!more.isEmpty()) {
            throw new AssertionError("not a fixpoint: started anew after the end, our controllers wrote "
                    + more.stream()
                            .map(wrote -> wrote.what() + " " + wrote.key().name())
                            .toList());
        }
    }

    private static long doneWrites(Scenario scenario) {
        return scenario.backend().log().writes().stream()
                .filter(WriteLog.Wrote::isDone)
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

    private void keep(Path folder, EndState end) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".json"), end.toText());
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot keep the end state of " + name, problem);
        }
    }

    private static AssertionError told(Throwable failed, String when, Scenario scenario) {
        String timeline;
        try {
            timeline = scenario.timeline();
        } catch (RuntimeException unreachable) {
            timeline = "(no timeline: " + unreachable + ")";
        }
        return new AssertionError(when + failed.getMessage() + "\n\nwhat happened:\n" + timeline, failed);
    }
}
