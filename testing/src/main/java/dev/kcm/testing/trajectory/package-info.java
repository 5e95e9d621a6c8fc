/// What happens on the way: every change that a scenario or a chaos run causes is recorded from outside, in the order
/// of the store, and held against invariants, promises that must not be broken even for a moment.
@NullMarked
package dev.kcm.testing.trajectory;

import org.jspecify.annotations.NullMarked;
