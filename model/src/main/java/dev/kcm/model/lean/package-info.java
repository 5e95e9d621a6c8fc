/// Pods as the manager caches them: the fields its controllers read and no others. All but the
/// trimming is generated from `pod-projection.tsv`. These types are read, never written.
@NullMarked
package dev.kcm.model.lean;

import org.jspecify.annotations.NullMarked;
