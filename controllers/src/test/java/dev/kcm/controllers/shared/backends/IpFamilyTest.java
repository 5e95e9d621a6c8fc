package dev.kcm.controllers.shared.backends;

import static dev.kcm.controllers.shared.backends.IpFamily.IPV4;
import static dev.kcm.controllers.shared.backends.IpFamily.IPV6;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.service;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpFamilyTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1, ''",
        "010.000.0.01, 10.0.0.1, ''",
        "0.0.0.10, 0.0.0.10, ''",
        "fd00::1, '', fd00::1",
        "FD00:0:0:0:0:0:0:0001, '', fd00::1",
        "::ffff:10.0.0.1, 10.0.0.1, ''",
        "nonsense, '', ''"
    })
    void a_pods_address_is_of_one_family_in_its_usual_spelling(String given, String asFour, String asSix) {
        var pod = ready("a", given);

        assertThat(IPV4.addressesOf(pod)).isEqualTo(orNone(asFour));
        assertThat(IPV6.addressesOf(pod)).isEqualTo(orNone(asSix));
    }

    @Test
    void a_pod_of_two_families_has_an_address_of_each() {
        var pod = ready("a", "10.0.0.1", "fd00::1");

        assertThat(IPV4.addressesOf(pod)).containsExactly("10.0.0.1");
        assertThat(IPV6.addressesOf(pod)).containsExactly("fd00::1");
    }

    @ParameterizedTest
    @CsvSource({
        "IPv4;IPv6, 10.96.0.1, IPV4;IPV6",
        "IPv6;IPv4, fd00::10, IPV6;IPV4",
        "'', 10.96.0.1, IPV4",
        "'', fd00::10, IPV6",
        "'', None, IPV4;IPV6",
        "'', '', IPV4;IPV6"
    })
    void a_service_has_the_families_it_names_or_those_of_its_address(String named, String clusterIp, String expected) {
        var service = service("web", spec -> spec.ipFamilies(split(named)).clusterIP(clusterIp));

        assertThat(IpFamily.of(service).stream().map(Enum::name)).isEqualTo(split(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "IPv6;IPv4, 10.96.0.1, 10.0.0.1, IPV6",
        "'', fd00::10, 10.0.0.1, IPV6",
        "'', None, fd00::1, IPV6",
        "'', None, 10.0.0.1, IPV4"
    })
    void endpoints_show_the_first_family(String named, String clusterIp, String podIp, IpFamily expected) {
        var service = service("web", spec -> spec.ipFamilies(split(named)).clusterIP(clusterIp));

        assertThat(IpFamily.firstOf(service, ready("a", podIp))).isEqualTo(expected);
    }

    private static List<String> orNone(String address) {
        return address.isEmpty() ? List.of() : List.of(address);
    }

    private static List<String> split(String list) {
        return list.isEmpty() ? List.of() : List.of(list.split(";"));
    }
}
