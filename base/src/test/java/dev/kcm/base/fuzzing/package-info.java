/// A small mutation fuzzer for parsers that bytes from outside reach, and the budgets they are held to. Modules that
/// have such parsers use it from their tests. Everything is seeded: the same build tries the same inputs.
@NullMarked
package dev.kcm.base.fuzzing;

import org.jspecify.annotations.NullMarked;
