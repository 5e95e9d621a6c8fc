package dev.kcm.base.fuzzing;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Holds a parser to its contract: whatever the input, it returns or throws what its documentation says, within its
/// budget and on a small stack.
///
/// A build replays the corpus and then tries some hundred inputs; `-Dkcm.fuzz.inputs=N` tries so many of each parser,
/// `-Dkcm.fuzz.seconds=N` goes on for so long, `-Dkcm.fuzz.seed=N` tries others.
public final class Fuzzer {
    private static final Logger LOG = System.getLogger("dev.kcm.base.fuzzing");
    private static final long INPUTS = Long.getLong("kcm.fuzz.inputs", 500);
    private static final long SECONDS = Long.getLong("kcm.fuzz.seconds", 0);
    private static final long SEED = Long.getLong("kcm.fuzz.seed", 1);

    private static final int MOST_KEPT = 500;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Class<?> test;
    private final Parser parser;
    private final List<byte[]> words;
    private final AtomicLong readings = new AtomicLong();
    private volatile byte[] current = {};

    private Fuzzer(Class<?> test, Parser parser) {
        this.test = test;
        this.parser = parser;
        this.words = Inputs.ofTexts(parser.words());
    }

    /// @param test what the corpus lies beside
    /// @throws AssertionError with the shortest input found that breaks the contract
    public static void attack(Class<?> test, Parser parser) {
        var fuzzer = new Fuzzer(test, parser);
        var work = new FutureTask<>(fuzzer::attack);
        SmallStack.thread(work).start();
        try {
            long tried = fuzzer.awaited(work);
            if (SECONDS > 0) {
                LOG.log(Level.INFO, "Tried {0} inputs of {1}", tried, parser);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Stopped while an attack was on", stopped);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof AssertionError finding) {
                throw finding;
            }
            throw new IllegalStateException("The fuzzer failed", failed.getCause());
        }
    }

    /// An input that takes for ever is a finding, too.
    private long awaited(FutureTask<Long> work) throws InterruptedException, ExecutionException {
        for (long before = -1; ; before = readings.get()) {
            try {
                return work.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException _) {
                if (before == readings.get()) {
                    throw failure(current, "the input of the moment", "it takes for ever", null);
                }
            }
        }
    }

    private long attack() {
        var inputs = new ArrayList<>(parser.seeds());
        Corpus.of(test, parser.name()).forEach((name, input) -> {
            check(input, "corpus file " + name);
            inputs.add(input);
        });
        parser.seeds().forEach(seed -> check(seed, "a seed"));
        if (inputs.isEmpty()) {
            inputs.add(new byte[0]);
        }
        var random = new Random(SEED * 31 + parser.name().hashCode());
        Deadline end = Clock.system().deadlineIn(Duration.ofSeconds(SECONDS));
        long tried = 0;
        for (; SECONDS > 0 ? !end.hasPassed() : tried < INPUTS; tried++) {
            var input = mutated(inputs, random);
            if (check(input, "input %d of seed %d".formatted(tried, SEED)) && inputs.size() < MOST_KEPT) {
                inputs.add(input);
            }
        }
        return tried;
    }

    private byte[] mutated(List<byte[]> inputs, Random random) {
        var start = inputs.get(random.nextInt(inputs.size()));
        var mutation = random.nextBoolean() ? parser.mutation() : Mutation.BYTES;
        return mutation.mutated(start, inputs, words, random);
    }

    /// Whether the input was accepted; such are worth going on from.
    private boolean check(byte[] input, String origin) {
        var finding = new Finding[1];
        var refused = new boolean[1];
        var cost = Cost.of(() -> {
            var thrown = thrown(input);
            refused[0] = thrown.isPresent();
            finding[0] = thrown.filter(problem -> !isRefusal(problem))
                    .map(Finding::new)
                    .orElse(null);
        });
        if (finding[0] != null) {
            throw failure(shortened(input, finding[0]), origin, String.valueOf(finding[0].problem), finding[0].problem);
        }
        if (!parser.budget().covers(cost, input.length)) {
            var again = Cost.least(3, () -> thrown(input));
            if (!parser.budget().covers(again, input.length)) {
                throw failure(input, origin, "it costs " + again, null);
            }
        }
        return !refused[0];
    }

    private record Finding(Throwable problem) {}

    private boolean isRefusal(Throwable problem) {
        return parser.refusals().stream().anyMatch(refusal -> refusal == problem.getClass());
    }

    @SuppressWarnings("CatchingUnchecked")
    private Optional<Throwable> thrown(byte[] input) {
        current = input;
        readings.incrementAndGet();
        try {
            parser.reading().read(input.clone());
            return Optional.empty();
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError problem) {
            return Optional.of(problem);
        }
    }

    /// The same finding with as much of the input left out as a few tries allow.
    private byte[] shortened(byte[] input, Finding finding) {
        var shortest = input;
        int tries = 0;
        for (int size = Math.max(1, input.length / 2); size > 0 && tries < 3000; size /= 2) {
            for (int at = 0; at + size <= shortest.length && tries < 3000; tries++) {
                var candidate = Splice.replaced(shortest, at, at + size, new byte[0], 0);
                if (isSame(finding, candidate)) {
                    shortest = candidate;
                } else {
                    at += size;
                }
            }
        }
        return shortest;
    }

    private boolean isSame(Finding finding, byte[] candidate) {
        return thrown(candidate)
                .filter(problem -> problem.getClass() == finding.problem.getClass())
                .filter(problem -> place(problem).equals(place(finding.problem)))
                .isPresent();
    }

    private static String place(Throwable problem) {
        var stack = problem.getStackTrace();
        return problem instanceof Error || stack.length == 0 ? "" : stack[0].toString();
    }

    private AssertionError failure(byte[] input, String origin, String problem, @Nullable Throwable cause) {
        var file =
                Path.of("target", "fuzz-findings", parser.name() + "-" + Integer.toHexString(Arrays.hashCode(input)));
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, input);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return new AssertionError(
                "%s breaks its contract (%s): %s%n  input: %s%n  kept in %s; mend the parser, then move it to the corpus"
                        .formatted(parser, origin, problem, Inputs.shown(input), file),
                cause);
    }
}
