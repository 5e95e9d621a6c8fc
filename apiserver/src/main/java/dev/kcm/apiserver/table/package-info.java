/// Objects as rows, with the columns `kubectl get` shows: the server decides them, the client only
/// prints. Pure functions of object and time.
@NullMarked
package dev.kcm.apiserver.table;

import org.jspecify.annotations.NullMarked;
