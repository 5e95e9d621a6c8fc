/// The resourceclaim-controller. Makes the claims that pods ask for by template, and releases claims that nobody uses
/// any more, so that their devices can go to others.
@NullMarked
package dev.kcm.controllers.node.resourceclaim;

import org.jspecify.annotations.NullMarked;
