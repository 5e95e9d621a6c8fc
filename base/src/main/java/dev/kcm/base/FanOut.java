package dev.kcm.base;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/// Runs one function over many inputs, on at most `limit` virtual threads at a time.
public final class FanOut {
    private FanOut() {}

    /// The results in the order of the inputs. `work` reports its failures in its result; if it
    /// throws anyway, the first such exception is thrown here after all work has ended. An
    /// interrupt stops starting more, interrupts what runs, waits for it and is passed on.
    public static <I, O> List<O> over(List<I> inputs, int limit, Function<I, O> work) throws InterruptedException {
        if (inputs.size() == 1) {
            return List.of(work.apply(inputs.getFirst()));
        }
        var results = new AtomicReferenceArray<Object>(inputs.size());
        var next = new AtomicInteger();
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < inputs.size(); i = next.getAndIncrement()) {
                results.set(i, result(work, inputs.get(i)));
            }
        };
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(limit, inputs.size()); i++) {
            threads.add(Thread.startVirtualThread(worker));
        }
        try {
            for (var thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            next.set(inputs.size());
            stop(threads);
            throw interrupted;
        }
        return collect(results);
    }

    /// What the work gave, or threw.
    private static <I, O> Object result(Function<I, O> work, I input) {
        try {
            return new Result<>(work.apply(input));
        } catch (RuntimeException | Error failure) {
            return failure;
        }
    }

    private record Result<O>(O value) {}

    private static void stop(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        for (var thread : threads) {
            joinWithoutInterrupt(thread);
        }
    }

    /// The caller is already on its way out with an InterruptedException; a second interrupt
    /// changes nothing.
    private static void joinWithoutInterrupt(Thread thread) {
        for (; ; ) {
            try {
                thread.join();
                return;
            } catch (InterruptedException _) {
                thread.interrupt();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <O> List<O> collect(AtomicReferenceArray<Object> results) {
        var collected = new ArrayList<O>(results.length());
        for (int i = 0; i < results.length(); i++) {
            switch (results.get(i)) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case Object result -> collected.add(((Result<O>) result).value());
            }
        }
        return collected;
    }
}
