/// What controllers share that keep objects which are deleted until nobody uses them. Pure.
@NullMarked
package dev.kcm.controllers.shared.protection;

import org.jspecify.annotations.NullMarked;
