/// The kube-apiserver-serving-clustertrustbundle-publisher-controller. Publishes whom to trust to
/// be the API server, for the whole cluster.
@NullMarked
package dev.kcm.controllers.identity.clustertrustbundlepublisher;

import org.jspecify.annotations.NullMarked;
