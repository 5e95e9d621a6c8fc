/// The leaf values of the API that are more than a number or a string: quantities, numbers that may
/// be percentages, bytes and raw JSON.
///
/// All are immutable and safe to share between threads; every module may use them.
@NullMarked
package dev.kcm.model.value;

import org.jspecify.annotations.NullMarked;
