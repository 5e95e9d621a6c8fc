/// Strategies of the group `rbac.authorization.k8s.io`: roles and their bindings. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy.rbac;

import org.jspecify.annotations.NullMarked;
