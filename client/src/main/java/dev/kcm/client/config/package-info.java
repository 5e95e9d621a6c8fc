/// Where the API server is, whom to trust and who we are: kubeconfig files, the service account of
/// a pod, tokens and certificates that change on disk, exec plugins. Everything here may block on a
/// file or a process; everything is thread-safe.
@NullMarked
package dev.kcm.client.config;

import org.jspecify.annotations.NullMarked;
