/// The root-ca-certificate-publisher-controller. Publishes in every namespace the certificate authorities of the API
/// server.
@NullMarked
package dev.kcm.controllers.identity.rootcacertificatepublisher;

import org.jspecify.annotations.NullMarked;
