/// What a durable write to the embedded store costs.
@NullMarked
package dev.kcm.bench.store;

import org.jspecify.annotations.NullMarked;
