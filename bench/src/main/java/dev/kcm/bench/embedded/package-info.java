/// Measurements of the embedded cluster, run by `bench/run embedded`.
@NullMarked
package dev.kcm.bench.embedded;

import org.jspecify.annotations.NullMarked;
