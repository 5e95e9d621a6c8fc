package dev.kcm.controllers.shared.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.244.0.0/16, 10.244.0.0/16",
        "10.244.7.9/16, 10.244.0.0/16",
        "010.000.1.0/24, 10.0.1.0/24",
        "0.0.0.0/0, 0.0.0.0/0",
        "255.255.255.255/32, 255.255.255.255/32",
        "FD00:0:0::/48, fd00::/48",
        "::/0, ::/0",
        "2001:db8:0:1:80::/72, 2001:db8:0:1::/72",
    })
    void a_range_is_printed_in_its_usual_form(String text, String printed) {
        assertThat(range(text)).hasToString(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "ten", "10.0.0.0", "10.0.0.0/33", "10.0.0/8", " 10.0.0.0/8", "10.0.0.0/-1", "fd00::/129"})
    void what_is_no_range_is_none(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }

    @Test
    void parts_are_counted_across_the_middle_of_an_address() {
        assertThat(range("fd00::/60").part(76, 65535)).hasToString("fd00:0:0:f:fff0::/76");
        assertThat(range("fd00::/48").part(64, 258)).hasToString("fd00:0:0:102::/64");
        assertThat(range("10.0.0.0/8").part(24, 256)).hasToString("10.1.0.0/24");
        var cluster = range("fd00::/60");
        assertThat(cluster.indexOf(cluster.part(76, 4711).first(), 76)).isEqualTo(4711);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.1.0.0/16, true",
        "10.1.0.0/16, 10.0.0.0/8, true",
        "10.1.0.0/16, 10.2.0.0/16, false",
        "10.0.0.0/8, fd00::/8, false",
        "::/0, 0.0.0.0/0, false",
    })
    void ranges_of_one_family_may_overlap(String one, String other, boolean overlap) {
        assertThat(range(one).overlaps(range(other))).isEqualTo(overlap);
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }
}
