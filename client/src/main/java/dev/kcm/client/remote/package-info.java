/// The transport over HTTP: requests become targets, headers and bodies; responses become objects,
/// items, events and failures. Protobuf wherever a kind has it, JSON elsewhere. Thread-safe; a
/// watch is read by one thread.
@NullMarked
package dev.kcm.client.remote;

import org.jspecify.annotations.NullMarked;
