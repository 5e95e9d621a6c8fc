package dev.kcm.runtime.controller;

import java.time.Duration;

/// A document read from the server.
///
/// @param took how long whoever asked waited for it; next to nothing for one that was read a moment before
public record LiveDocument<D>(D content, Duration took) {}
