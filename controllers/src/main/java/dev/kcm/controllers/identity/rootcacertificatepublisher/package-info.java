/// The root-ca-certificate-publisher-controller. Tells every namespace whom to trust to be the API
/// server.
@NullMarked
package dev.kcm.controllers.identity.rootcacertificatepublisher;

import org.jspecify.annotations.NullMarked;
