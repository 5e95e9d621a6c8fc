/// The clusterrole-aggregation-controller. Gives cluster roles with an aggregation rule the rules
/// of the roles they select.
@NullMarked
package dev.kcm.controllers.identity.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
