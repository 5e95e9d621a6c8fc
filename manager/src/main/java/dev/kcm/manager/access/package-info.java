/// Who asks for something at the HTTPS port, and whether they may have it: client certificates, a
/// front proxy's headers, and bearer tokens and permissions that the API server is asked about.
/// Thread-safe; a question may block on the API server.
@NullMarked
package dev.kcm.manager.access;

import org.jspecify.annotations.NullMarked;
