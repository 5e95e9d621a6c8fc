package dev.kcm.runtime.controller;

import dev.kcm.model.failure.ApiFailure;

/// What the server said when asked for an object. Not to know is an answer of its own: nothing may
/// be concluded from it.
public sealed interface LiveAnswer<T> {
    record Found<T>(T object) implements LiveAnswer<T> {}

    record Absent<T>() implements LiveAnswer<T> {}

    record Unknown<T>(ApiFailure because) implements LiveAnswer<T> {}
}
