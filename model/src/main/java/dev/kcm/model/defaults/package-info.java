/// What an API server fills in of objects that leave it out. The embedded API server writes it, and a controller that
/// compares an old template with a new one has to know it. Pure.
@NullMarked
package dev.kcm.model.defaults;

import org.jspecify.annotations.NullMarked;
