package dev.kcm.client.config;

/// Where our identity comes from. Thread-safe; called before every request, so it returns what is in
/// memory and reads its source only when that is due.
public interface Credentials {

    /// Who we are now. Throws [ConfigException] when it cannot be read.
    ClientIdentity identity();

    /// The server responded 401 to `used`. Returns whether [#identity] has another one to offer, so
    /// that one more try makes sense.
    default boolean renew(ClientIdentity used) {
        return !identity().equals(used);
    }
}
