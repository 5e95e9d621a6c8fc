/// The certificate authorities that clients verify the API server with: shared by the controllers that publish them.
@NullMarked
package dev.kcm.controllers.shared.authorities;

import org.jspecify.annotations.NullMarked;
