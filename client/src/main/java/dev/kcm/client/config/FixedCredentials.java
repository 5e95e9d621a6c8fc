package dev.kcm.client.config;

/// An identity that stays.
public record FixedCredentials(ClientIdentity identity) implements Credentials {
    public static final FixedCredentials ANONYMOUS = new FixedCredentials(ClientIdentity.ANONYMOUS);

    @Override
    public boolean renew(ClientIdentity used) {
        return false;
    }
}
