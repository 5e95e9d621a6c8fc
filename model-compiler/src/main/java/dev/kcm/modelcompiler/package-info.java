/// Writes the sources of the `model` module: reads the tables of facts into a graph of types, gives
/// each field a shape, and prints one Java class per type. Runs inside Maven, so it is compiled for
/// the oldest JDK Maven may run on and uses nothing but the JDK.
@NullMarked
package dev.kcm.modelcompiler;

import org.jspecify.annotations.NullMarked;
