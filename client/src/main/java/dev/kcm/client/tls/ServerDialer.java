package dev.kcm.client.tls;

import dev.kcm.client.http.DialedConnection;
import dev.kcm.client.http.Dialer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Dials one server, with TLS where its address says so. Settings may be replaced at any time; they
/// hold for connections opened afterwards.
public final class ServerDialer implements Dialer {
    private static final int CONNECT_MILLIS = 10_000;
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    /// Handshakes are nothing but computing: more of them at a time than processors would only make
    /// each take longer, and a manager opens dozens of watches when it starts. First come, first
    /// served, so that what is asked for first works first; but nobody waits long for one that
    /// hangs, and requests, whose answers somebody waits for, do not wait at all.
    private static final Semaphore TURNS =
            new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()), true);

    private static final long PATIENCE_MILLIS = 200;

    private record Secured(TlsSettings settings, SSLContext context) {}

    private final ServerAddress address;
    private final Optional<ProxyAddress> proxy;
    private volatile Secured secured;
    private volatile boolean prefersChaCha20;

    public ServerDialer(ServerAddress address, Optional<ProxyAddress> proxy, TlsSettings settings) {
        this.address = address;
        this.proxy = proxy;
        this.secured = new Secured(settings, settings.context());
    }

    public synchronized void replace(TlsSettings settings) {
        secured = new Secured(settings, settings.context());
    }

    /// ChaCha20 before AES from now on: our launchers run without the compiler that knows the
    /// processor's AES instructions, and without them AES-GCM costs three times as much. Not for
    /// the connections of a start, which carry little: code that runs for the first time is dear,
    /// and ChaCha20 is more of it. A server may choose otherwise.
    public synchronized void preferChaCha20() {
        prefersChaCha20 = true;
        replace(secured.settings()); // a session that is resumed would bring its cipher along
    }

    @Override
    public DialedConnection dial(Consumer<Closeable> opened) throws IOException {
        return dial(opened, SSLSocket::startHandshake);
    }

    @Override
    public DialedConnection dialStream(Consumer<Closeable> opened) throws IOException {
        return dial(opened, ServerDialer::shakeHandsInTurn);
    }

    private interface Handshake {
        void with(SSLSocket socket) throws IOException;
    }

    private DialedConnection dial(Consumer<Closeable> opened, Handshake handshake) throws IOException {
        var host = proxy.map(ProxyAddress::host).orElse(address.host());
        int port = proxy.map(ProxyAddress::port).orElse(address.port());
        var socket = connect(host, port, opened);
        if (proxy.isPresent()) {
            proxy.get().tunnel(socket.getInputStream(), socket.getOutputStream(), address);
        }
        if (!address.isEncrypted()) {
            return new DialedConnection(socket.getInputStream(), socket.getOutputStream(), socket::hasUnread);
        }
        var encrypted = encrypt(socket, handshake);
        return new DialedConnection(encrypted.getInputStream(), encrypted.getOutputStream(), socket::hasUnread);
    }

    /// The first of the host's addresses that answers.
    private static BufferedSocket connect(String host, int port, Consumer<Closeable> opened) throws IOException {
        IOException failure = new UnknownHostException(host);
        for (var candidate : InetAddress.getAllByName(host)) {
            var socket = new BufferedSocket();
            opened.accept(socket);
            try {
                socket.connect(new InetSocketAddress(candidate, port), CONNECT_MILLIS);
                socket.prepare();
                return socket;
            } catch (IOException refused) {
                failure = refused;
            }
        }
        var explained =
                new ConnectException("Cannot connect to %s port %d: %s".formatted(host, port, failure.getMessage()));
        explained.initCause(failure);
        throw explained;
    }

    private SSLSocket encrypt(BufferedSocket socket, Handshake handshake) throws IOException {
        var current = secured;
        var name = current.settings().serverName().orElse(address.host());
        var encrypted =
                (SSLSocket) current.context().getSocketFactory().createSocket(socket, name, address.port(), true);
        encrypted.setSSLParameters(parameters(encrypted, current.settings(), name));
        try {
            handshake.with(encrypted);
            if (current.settings().checksServer() && UnusualNames.isUnusual(name)) {
                UnusualNames.requireMatch(encrypted.getSession(), name);
            }
        } catch (SSLException refused) {
            throw new SSLException("TLS with %s failed: %s".formatted(address, refused.getMessage()), refused);
        }
        return encrypted;
    }

    private static void shakeHandsInTurn(SSLSocket socket) throws IOException {
        boolean isTurn = awaitTurn();
        try {
            socket.startHandshake();
        } finally {
            if (isTurn) {
                TURNS.release();
            }
        }
    }

    private static boolean awaitTurn() throws InterruptedIOException {
        try {
            return TURNS.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting");
        }
    }

    private SSLParameters parameters(SSLSocket socket, TlsSettings settings, String name) {
        var parameters = socket.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        if (prefersChaCha20) {
            parameters.setCipherSuites(chaCha20First(parameters.getCipherSuites()));
        }
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        if (settings.checksServer() && !UnusualNames.isUnusual(name)) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }

    private static String[] chaCha20First(String[] suites) {
        return Arrays.stream(suites)
                .sorted(Comparator.comparing(suite -> !suite.contains("_CHACHA20_")))
                .toArray(String[]::new);
    }
}
