package dev.kcm.runtime.controller;

/// What a controller may be built from.
public record Settings(LiveReads live) {}
