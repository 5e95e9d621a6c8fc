/// The serviceaccount-controller. Creates default service accounts and their tokens.
@NullMarked
package dev.kcm.controllers.identity.serviceaccount;

import org.jspecify.annotations.NullMarked;
