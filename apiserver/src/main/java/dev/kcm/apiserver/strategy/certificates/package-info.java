/// Strategies of the group `certificates.k8s.io`: certificate signing requests. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.certificates;

import org.jspecify.annotations.NullMarked;
