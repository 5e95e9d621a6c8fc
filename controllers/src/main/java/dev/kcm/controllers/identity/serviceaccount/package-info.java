/// The serviceaccount-controller. Gives every namespace its default service account.
@NullMarked
package dev.kcm.controllers.identity.serviceaccount;

import org.jspecify.annotations.NullMarked;
