/// Requests that must not get through, and a few beside them that must: the answers of a real kube-apiserver are in
/// `answers.tsv`, and the embedded server is held to them.
@NullMarked
package dev.kcm.apiserver.access;

import org.jspecify.annotations.NullMarked;
