package dev.kcm.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParsingTest {
    private static final int LONGEST_HEAD = 32 * 1024;
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    record Parsed(int status, String body, boolean keeps) {}

    @Test
    void reads_a_body_of_known_length() throws IOException {
        var parsed = parse("HTTP/1.1 201 Created\r\ncontent-length: 5\r\n\r\nhello");

        assertThat(parsed).isEqualTo(new Parsed(201, "hello", true));
    }

    @Test
    void reads_chunks_with_extensions_and_trailers() throws IOException {
        var parsed = parse(CHUNKED + "5;name=value\r\nhello\r\n1 \r\n!\r\n0\r\nExpires: never\r\n\r\n");

        assertThat(parsed.body()).isEqualTo("hello!");
    }

    @Test
    void reads_until_the_end_when_nothing_tells_the_length() throws IOException {
        assertThat(parse("HTTP/1.0 200 OK\r\n\r\nall of it")).isEqualTo(new Parsed(200, "all of it", false));
    }

    @Test
    void skips_interim_responses() throws IOException {
        var parsed = parse("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\n\r\n");

        assertThat(parsed).isEqualTo(new Parsed(204, "", true));
    }

    @Test
    void notices_that_the_connection_will_close() throws IOException {
        var head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: foo, Close\r\n\r\n";

        assertThat(parse(head).keeps()).isFalse();
    }

    @Test
    void finds_headers_whatever_their_case() throws IOException {
        var head = read("HTTP/1.1 200 OK\r\nWARNING: 299 - \"a\"\r\nX: y\r\nwarning:299 - \"b\"" + " \r\n\r\n");

        assertThat(head.headers().all("Warning")).containsExactly("299 - \"a\"", "299 - \"b\"");
        assertThat(head.headers().first("x")).contains("y");
        assertThat(head.headers().first("warn")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "\u0015\u0003\u0001\u0000\u0002\u0002\r\n\r\n",
                "HTTP/1.1 200 OK\r\nNo colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\n folded: line\r\n\r\n",
                "HTTP/1.1 200 OK\r\nName : value\r\n\r\n",
                "HTTP/1.1 200 OK\r\nName: val\nOther: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\na",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\na",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                CHUNKED + "\r\n\r\n",
                CHUNKED + "5\nhello\r\n0\r\n\r\n",
                CHUNKED + "3\r\nhello\r\n0\r\n\r\n",
                CHUNKED + "-5\r\nhello\r\n0\r\n\r\n",
                CHUNKED + "0x5\r\nhello\r\n0\r\n\r\n",
                CHUNKED + "ffffffffffffffffff\r\nhello\r\n0\r\n\r\n",
            })
    void refuses_what_is_not_http(String response) {
        assertThatThrownBy(() -> parse(response)).isInstanceOf(HttpProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
                CHUNKED + "5\r\nhel",
                CHUNKED + "5\r\nhello\r\n",
                CHUNKED + "5\r\nhello\r\n0\r\n"
            })
    void says_when_a_response_is_cut_short(String response) {
        assertThatThrownBy(() -> parse(response)).isInstanceOf(EOFException.class);
    }

    @Test
    void refuses_headers_without_end() {
        var endless = new Endless("X: y\r\n", "HTTP/1.1 200 OK\r\n");

        assertThatThrownBy(() -> ResponseHead.read(new WireInput(endless, LONGEST_HEAD)))
                .hasMessageContaining("more than 32768 bytes");
        assertThat(endless.given).isLessThan(3 * LONGEST_HEAD);
    }

    @Test
    void refuses_chunk_lines_trailers_and_interim_responses_without_end() {
        for (var endless : List.of(
                new Endless("0", CHUNKED),
                new Endless("X: y\r\n", CHUNKED + "0\r\n"),
                new Endless("HTTP/1.1 100 Continue\r\n\r\n", ""))) {
            assertThatThrownBy(() -> parse(endless)).isInstanceOf(HttpProtocolException.class);
            assertThat(endless.given).isLessThan(3 * LONGEST_HEAD);
        }
    }

    @Test
    void does_not_trust_a_length_before_the_bytes_are_there() {
        var claim = "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\nfew";

        assertThatThrownBy(() -> respond(claim).readAll(Integer.MAX_VALUE - 8)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> respond(claim).readAll(1000)).hasMessageContaining("2000000000 bytes");
    }

    @Test
    void mutated_responses_are_read_or_refused_and_never_hang() {
        var valid = List.of(
                "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nDate: today\r\n\r\nhello world",
                CHUNKED + "5\r\nhello\r\n6;x\r\n world\r\n0\r\nA: b\r\n\r\n",
                "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 404 No\r\nConnection: close\r\n\r\nrest");
        for (int seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            var bytes = valid.get(seed % valid.size()).getBytes(StandardCharsets.ISO_8859_1);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                parse(new Dribble(bytes, random));
            } catch (IOException _) {
                // refused
            }
        }
    }

    @Test
    void a_response_reads_the_same_however_it_is_split() throws IOException {
        var text = "HTTP/1.1 100 Continue\r\n\r\n"
                + CHUNKED
                + "5\r\nhello\r\n2710\r\n"
                + "x".repeat(10_000)
                + "\r\n0\r\n\r\n";
        for (int seed = 0; seed < 200; seed++) {
            var dribble = new Dribble(text.getBytes(StandardCharsets.ISO_8859_1), new Random(seed));
            assertThat(parse(dribble).body()).isEqualTo("hello" + "x".repeat(10_000));
        }
    }

    private static Parsed parse(String response) throws IOException {
        return parse(new ByteArrayInputStream(response.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static Parsed parse(InputStream in) throws IOException {
        var wire = new WireInput(in, LONGEST_HEAD);
        var head = ResponseHead.read(wire);
        var framing = head.framing("GET");
        var body = Body.framed(framing, wire).readAllBytes();
        boolean keeps = head.keepsConnection() && !(framing instanceof ResponseHead.Framing.UntilClose);
        return new Parsed(head.status(), new String(body, StandardCharsets.ISO_8859_1), keeps);
    }

    private static ResponseHead read(String response) throws IOException {
        var bytes = response.getBytes(StandardCharsets.ISO_8859_1);
        return ResponseHead.read(new WireInput(new ByteArrayInputStream(bytes), LONGEST_HEAD));
    }

    private static HttpResponse respond(String response) throws IOException {
        var bytes = response.getBytes(StandardCharsets.ISO_8859_1);
        var wire = new WireInput(new ByteArrayInputStream(bytes), LONGEST_HEAD);
        var head = ResponseHead.read(wire);
        var incoming = new HttpConnection.Incoming(head, Body.framed(head.framing("GET"), wire));
        return new HttpResponse(incoming, new AbortHandle(() -> {}), () -> {});
    }

    /// Gives its bytes in pieces of random size.
    private static final class Dribble extends InputStream {
        private final byte[] bytes;
        private final Random random;
        private int position;

        Dribble(byte[] bytes, Random random) {
            this.bytes = bytes;
            this.random = random;
        }

        @Override
        public int read() {
            return position < bytes.length ? bytes[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (position == bytes.length) {
                return -1;
            }
            int count = Math.min(Math.min(length, bytes.length - position), 1 + random.nextInt(9));
            System.arraycopy(bytes, position, into, offset, count);
            position += count;
            return count;
        }
    }

    /// Says something once, then something else for ever.
    private static final class Endless extends InputStream {
        private final String first;
        private final String forever;
        private int given;

        Endless(String forever, String first) {
            this.first = first;
            this.forever = forever;
        }

        @Override
        public int read() {
            int position = given++;
            return position < first.length()
                    ? first.charAt(position)
                    : forever.charAt((position - first.length()) % forever.length());
        }
    }
}
