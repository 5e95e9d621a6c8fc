package dev.kcm.client.config;

/// Where our identity comes from. Thread-safe; asked before every request, so it answers from
/// memory and looks at its source only when that is due.
public interface Credentials {

    /// Who we are now. Throws [ConfigException] when there is no telling.
    ClientIdentity identity();

    /// The server answered 401 to `used`. Returns whether [#identity] has another one to offer, so
    /// that one more try makes sense.
    default boolean renew(ClientIdentity used) {
        return !identity().equals(used);
    }
}
