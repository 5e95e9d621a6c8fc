/// Controllers of accounts, roles, tokens and certificates, each in a package of its own.
@NullMarked
package dev.kcm.controllers.identity;

import org.jspecify.annotations.NullMarked;
