package dev.kcm.controllers.shared.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hashes were printed by Go's hash/fnv over k8s.io/utils/dump of v1.36.3.
class DumpHashTest {

    @ParameterizedTest
    @CsvSource({
        "http, 8080, TCP, <nil>, 25304a33da9e6ece350a4142a45f5b75",
        "https, 8443, TCP, kubernetes.io/h2c, f39f05385df1c5146bde870d0bd7c0e6",
        "dns, 53, UDP, <nil>, cf684d8c2a0def1ba31f64600b9051ae"
    })
    void hashes_as_go_does(String name, int port, String protocol, String application, String expected) {
        var dump = "(v1.EndpointPort){Name:(string)%s Port:(int32)%d Protocol:(v1.Protocol)%s AppProtocol:(*string)%s}"
                .formatted(name, port, protocol, application);

        assertThat(DumpHash.of(dump)).hasToString(expected);
    }

    @Test
    void orders_as_unsigned_numbers() {
        var sorted = Stream.of(new DumpHash(-1, 0), new DumpHash(1, -1), new DumpHash(1, 5))
                .sorted()
                .toList();

        assertThat(sorted).containsExactly(new DumpHash(1, 5), new DumpHash(1, -1), new DumpHash(-1, 0));
    }
}
