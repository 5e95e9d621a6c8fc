/// Requests and answers as data, at the level of objects: what both transports, HTTP and the one
/// inside the process, hand to the server and get back. No encoding, no rules.
@NullMarked
package dev.kcm.apiserver.request;

import org.jspecify.annotations.NullMarked;
