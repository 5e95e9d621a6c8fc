/// Options of controllers that are not built yet, so that their flags are accepted and shown. Each moves beside its
/// controller when that is built.
@NullMarked
package dev.kcm.controllers.planned;

import org.jspecify.annotations.NullMarked;
