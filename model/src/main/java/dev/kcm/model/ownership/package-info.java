/// Who manages which fields of an object: sets of fields, the types that say what a field is, and what a create, an
/// update or a server-side apply makes of both. Pure functions of JSON trees and immutable sets; any thread. The
/// embedded API server is the caller; upstream's structured-merge-diff is what the results equal.
@NullMarked
package dev.kcm.model.ownership;

import org.jspecify.annotations.NullMarked;
