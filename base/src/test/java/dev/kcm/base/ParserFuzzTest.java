package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.IpText;
import dev.kcm.base.fuzzing.Budget;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.pem.Pem;
import dev.kcm.base.pem.PemException;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What comes as text or DER from users, files and other servers; [Fuzzer] says how to try more.
class ParserFuzzTest {
    /// Checking signatures takes its time whatever the length.
    private static final Budget CRYPTOGRAPHY = Budget.USUAL.bytes(16 << 20).time(Duration.ofSeconds(1));

    static Stream<Parser> parsers() {
        var keys = KeyKind.EC_P256.generate();
        var request = SigningRequest.create(
                Subject.named("system:node:n1", "system:nodes"),
                new AlternativeNames(List.of("a.b"), List.of(), List.of("a@b"), List.of("spiffe://c/d")),
                keys);
        var certificate = CertificateAuthority.create(
                        Subject.named("ca"), KeyKind.EC_P256, Instant.EPOCH, Instant.EPOCH.plusSeconds(60))
                .certificate();
        return Stream.of(
                Parser.ofText("duration", ParserFuzzTest::duration)
                        .refusing(IllegalArgumentException.class)
                        .seeds("0", "1h10m", "-1.5h", "+5m30s", "1.234567891s", "300ms", "1us", "1µs", "2562047h47m16s")
                        .words("h", "m", "s", "ms", "us", "µs", "ns", ".", "-", "+", ".5"),
                Parser.ofText("ip", ParserFuzzTest::address)
                        .refusing(IllegalArgumentException.class)
                        .seeds("127.0.0.1", "::1", "fe80::1", "2001:db8::ff00:42:8329", "::ffff:1.2.3.4", "0.0.0.0")
                        .words("::", ".", ":", "%eth0", "ffff", "256", "0x1"),
                Parser.ofText("pem", text -> Pem.blocks("it", text))
                        .refusing(PemException.class)
                        .seeds(request.pem(), "-----BEGIN A-----\nProc-Type: 4\n\nAAAA\n-----END A-----\n")
                        .words("-----BEGIN ", "-----END ", "-----", "\n", "CERTIFICATE", ":"),
                Parser.ofText("certificates", text -> Pem.certificates("it", text))
                        .refusing(PemException.class)
                        .seeds(PemText.certificate(certificate))
                        .words("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----", "\n")
                        .within(CRYPTOGRAPHY),
                Parser.of("certificate-der", ParserFuzzTest::certificate)
                        .refusing(PemException.class, IllegalArgumentException.class)
                        .seeds(List.of(der(PemText.certificate(certificate))))
                        .within(CRYPTOGRAPHY),
                Parser.ofText("private-key", text -> Pem.privateKey("it", text))
                        .refusing(PemException.class)
                        .seeds(PemText.privateKey(keys.getPrivate()))
                        .within(CRYPTOGRAPHY),
                Parser.of("signing-request", ParserFuzzTest::signingRequest)
                        .refusing(IllegalArgumentException.class)
                        .seeds(List.of(request.der()))
                        .within(CRYPTOGRAPHY),
                Parser.ofText("signing-request-pem", SigningRequest::parsePem)
                        .refusing(IllegalArgumentException.class, PemException.class)
                        .seeds(request.pem())
                        .within(CRYPTOGRAPHY));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_parser_returns_or_refuses(Parser parser) {
        Fuzzer.attack(ParserFuzzTest.class, parser);
    }

    private static void duration(String text) {
        long nanos = GoDuration.parseNanos(text);
        assertThat(Parser.accepted(() -> GoDuration.parseNanos(GoDuration.print(nanos))))
                .isEqualTo(nanos);
    }

    private static void address(String text) {
        var address = IpText.parse(text);
        assertThat(Parser.accepted(() -> IpText.parse(IpText.print(address)))).isEqualTo(address);
    }

    private static byte[] der(String pem) {
        return Pem.blocks("it", pem).getFirst().der();
    }

    private static void certificate(byte[] der) {
        var read = Pem.certificates("it", PemText.block("CERTIFICATE", der)).getFirst();
        Subject.of(read);
    }

    private static void signingRequest(byte[] der) {
        var request = SigningRequest.parse(der);
        Subject.of(request.subject());
    }

    @Test
    void long_durations_take_no_longer_than_their_length() {
        Growth.isLinear("many terms", count -> "1ns".repeat(count), 100_000, GoDuration::parseNanos);
        Growth.isLinear("many digits", count -> "0." + "3".repeat(count) + "s", 50_000, GoDuration::parseNanos);
    }

    @Test
    void long_pem_takes_no_longer_than_its_length() {
        var block = "-----BEGIN A-----\nAAAA\n-----END A-----\n";
        Growth.isLinear("many blocks", count -> block.repeat(count), 10_000, text -> Pem.blocks("it", text));
        Growth.isLinear(
                "one long block",
                count -> "-----BEGIN A-----\n" + "AAAA\n".repeat(count) + "-----END A-----\n",
                100_000,
                text -> Pem.blocks("it", text));
    }
}
