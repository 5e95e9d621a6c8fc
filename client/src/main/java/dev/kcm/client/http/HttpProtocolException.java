package dev.kcm.client.http;

import java.io.IOException;

/// The peer sent something that is not HTTP/1.1, or more of it than we accept. The connection is
/// useless afterwards.
public final class HttpProtocolException extends IOException {

    public HttpProtocolException(String problem) {
        super("The server's response is not valid HTTP/1.1: " + problem);
    }
}
