/// The podcertificaterequest-cleaner-controller. Removes the requests of pods that are long over.
@NullMarked
package dev.kcm.controllers.identity.podcertificaterequestcleaner;

import org.jspecify.annotations.NullMarked;
