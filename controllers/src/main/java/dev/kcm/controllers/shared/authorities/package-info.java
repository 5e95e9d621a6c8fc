/// Whom to trust to be the API server: shared by the controllers that tell others.
@NullMarked
package dev.kcm.controllers.shared.authorities;

import org.jspecify.annotations.NullMarked;
