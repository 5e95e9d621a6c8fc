/// What the controllers of certificate signing requests share: how a request is read, and what a
/// kubelet may ask for. Pure functions.
@NullMarked
package dev.kcm.controllers.shared.certificaterequests;

import org.jspecify.annotations.NullMarked;
