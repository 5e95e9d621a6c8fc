package dev.kcm.base.fuzzing;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/// A parser as its callers know it: what it is called, what they hand it, and how it refuses.
///
/// @param reading parses an input and checks what must hold of the result, round trips for one; an
///     `AssertionError` is a finding
/// @param refusals the very classes it may throw: a subclass or anything else is a finding
/// @param seeds inputs to start from
/// @param words parts of its language, put into inputs here and there
public record Parser(
        String name,
        Reading reading,
        Set<Class<? extends Exception>> refusals,
        List<byte[]> seeds,
        List<String> words,
        Mutation mutation,
        Budget budget) {

    @FunctionalInterface
    public interface Reading {
        void read(byte[] input) throws Exception;
    }

    @FunctionalInterface
    public interface TextReading {
        void read(String input) throws Exception;
    }

    public static Parser of(String name, Reading reading) {
        return new Parser(name, reading, Set.of(), List.of(), List.of(), Mutation.BYTES, Budget.USUAL);
    }

    /// Of text in UTF-8; what is not becomes U+FFFD.
    public static Parser ofText(String name, TextReading reading) {
        return of(name, input -> reading.read(Inputs.text(input)));
    }

    /// For round trips: what the parser made or printed itself it must not refuse.
    public static <T> T accepted(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Exception refused) {
            throw new AssertionError("it refuses what it printed: " + refused, refused);
        }
    }

    @SafeVarargs
    public final Parser refusing(Class<? extends Exception>... classes) {
        return new Parser(name, reading, Set.of(classes), seeds, words, mutation, budget);
    }

    public Parser seeds(String... texts) {
        return seeds(Inputs.ofTexts(List.of(texts)));
    }

    public Parser seeds(List<byte[]> inputs) {
        return new Parser(name, reading, refusals, inputs, words, mutation, budget);
    }

    public Parser words(String... parts) {
        return new Parser(name, reading, refusals, seeds, List.of(parts), mutation, budget);
    }

    /// Changed in this way half of the time, and as bytes the other half.
    public Parser mutatedBy(Mutation other) {
        return new Parser(name, reading, refusals, seeds, words, other, budget);
    }

    public Parser within(Budget other) {
        return new Parser(name, reading, refusals, seeds, words, mutation, other);
    }

    @Override
    public String toString() {
        return name;
    }
}
