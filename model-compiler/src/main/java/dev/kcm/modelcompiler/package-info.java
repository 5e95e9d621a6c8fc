/// Build-time: reads the schema facts and writes the sources of the model module.
@NullMarked
package dev.kcm.modelcompiler;

import org.jspecify.annotations.NullMarked;
