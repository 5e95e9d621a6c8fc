/// The language of decision tests: what a plan holds ([dev.kcm.runtime.testing.Planned]) and whether it is the right
/// one ([dev.kcm.runtime.testing.PlanAssert]). For tests of controllers, without a server. Not thread-safe; needs no
/// thread.
@NullMarked
package dev.kcm.runtime.testing;

import org.jspecify.annotations.NullMarked;
