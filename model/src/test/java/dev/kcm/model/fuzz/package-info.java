/// Parsers of the model under attack. The corpus in the resources beside holds what was found before.
@NullMarked
package dev.kcm.model.fuzz;

import org.jspecify.annotations.NullMarked;
