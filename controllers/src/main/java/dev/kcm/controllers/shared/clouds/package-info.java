/// What controllers of clouds share.
@NullMarked
package dev.kcm.controllers.shared.clouds;

import org.jspecify.annotations.NullMarked;
