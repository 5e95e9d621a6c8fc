package dev.kcm.client.config;

/// An identity that stays.
public record FixedCredentials(Identity identity) implements Credentials {
    public static final FixedCredentials ANONYMOUS = new FixedCredentials(Identity.ANONYMOUS);

    @Override
    public boolean renew(Identity used) {
        return false;
    }
}
