package dev.kcm.client.config;

/// A configuration that cannot be used. The message names the file and the entry, and what to do.
public final class ConfigException extends RuntimeException {

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
