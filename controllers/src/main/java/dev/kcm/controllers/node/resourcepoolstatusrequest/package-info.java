/// The resourcepoolstatusrequest-controller. Answers once, in the status of a request, how many devices the pools of a
/// driver have and how many of them are allocated, and deletes requests that are old.
@NullMarked
package dev.kcm.controllers.node.resourcepoolstatusrequest;

import org.jspecify.annotations.NullMarked;
