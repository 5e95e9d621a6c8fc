package dev.kcm.cluster;

import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Somebody who follows the API server with caches and acts on what they show.
///
/// @param name for complaints
/// @param resources those it follows; they may become more
/// @param isQuiet nothing in hand and nothing that is due; wake-ups at later times do not count
public record Participant(
        String name, Informers informers, Supplier<Set<Resource<?>>> resources, BooleanSupplier isQuiet) {}
