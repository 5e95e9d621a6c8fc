/// Adoption and release: who controls what, shared by all controllers that own objects through a
/// selector. Pure.
@NullMarked
package dev.kcm.controllers.shared.ownership;

import org.jspecify.annotations.NullMarked;
