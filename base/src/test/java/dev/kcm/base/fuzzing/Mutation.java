package dev.kcm.base.fuzzing;

import java.util.List;
import java.util.Random;

/// Makes a new input out of an old one.
@FunctionalInterface
public interface Mutation {
    /// Knows nothing of the input's language but brackets and quotes.
    Mutation BYTES = new ByteMutation();

    /// Knows protobuf's fields; the first `k8s\0` in front is left alone.
    Mutation PROTOBUF = new ProtobufMutation();

    /// @param others what parts may be taken from
    /// @param words parts of the input's language
    byte[] mutated(byte[] input, List<byte[]> others, List<byte[]> words, Random random);
}
