/// Strategies of dynamic resource allocation: claims and their templates.
@NullMarked
package dev.kcm.apiserver.strategy.resource;

import org.jspecify.annotations.NullMarked;
