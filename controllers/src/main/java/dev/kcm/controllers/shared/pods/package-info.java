/// What several controllers know about pods: which count as active, ready or available, which to
/// lose first, and the running counts per owner. Pure functions and declarations; no controller
/// lives here.
@NullMarked
package dev.kcm.controllers.shared.pods;

import org.jspecify.annotations.NullMarked;
