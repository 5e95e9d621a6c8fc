/// What controllers of nodes share.
@NullMarked
package dev.kcm.controllers.shared.nodes;

import org.jspecify.annotations.NullMarked;
