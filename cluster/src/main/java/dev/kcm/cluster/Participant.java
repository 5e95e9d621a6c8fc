package dev.kcm.cluster;

import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// A component that watches the API server with informers and acts on what they show.
///
/// @param name for error messages
/// @param resources those it watches; they may become more
/// @param isQuiet no key is queued or being processed; delayed keys do not count
public record Participant(
        String name, Informers informers, Supplier<Set<Resource<?>>> resources, BooleanSupplier isQuiet) {}
