/// What the process knows of the cluster: one informer per resource keeps one store, with indexes
/// and tallies that are brought up to date as each event is applied.
///
/// Threading: each store has one writer, its informer's thread; readers need no lock and never
/// block it. What a reader gets is immutable.
@NullMarked
package dev.kcm.runtime.cache;

import org.jspecify.annotations.NullMarked;
