/// Immutable Kubernetes types with their protobuf and JSON codecs, and the pure helpers around
/// them.
@NullMarked
package dev.kcm.model;

import org.jspecify.annotations.NullMarked;
