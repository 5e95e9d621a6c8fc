package dev.kcm.apiserver.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.GoDuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageCurveTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        250m                          | 0s    | 250m
        250m                          | 24h   | 250m
        0.25                          | 0s    | 250m
        64Mi                          | 1h    | 64Mi
        100m..800m/10m                | -5s   | 100m
        100m..800m/10m                | 0s    | 100m
        100m..800m/10m                | 5m    | 450m
        100m..800m/10m                | 1s    | 101m
        100m..800m/10m                | 10m   | 800m
        100m..800m/10m                | 100h  | 800m
        800m..100m/10m                | 1s    | 798m
        1..2/3s                       | 1s    | 1333m
        2..1/3s                       | 1s    | 1666m
        -3..3/6s                      | 1s    | -2
        64Mi..128Mi/10m               | 5m    | 96Mi
        1Mi..2Mi/3s                   | 1s    | 1398101
        100M..200M/3s                 | 1s    | 133333333333m
        100m..800m/10m,800m..100m/1h  | 10m   | 800m
        100m..800m/10m,800m..100m/1h  | 40m   | 450m
        100m..800m/10m,800m..100m/1h  | 70m   | 100m
        100m..800m/10m, 5..6/1m       | 10m   | 5
        0.1..0.8/10m                  | 5m    | 450m
        1..2/1500ms                   | 750ms | 1500m
        """)
    void goes_where_its_legs_go(String text, String elapsed, String amount) {
        assertThat(UsageCurve.parse(text).at(GoDuration.parse(elapsed))).hasToString(amount);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                      | "" is no quantity such as 250m or 64Mi
        25O m                   | "25O m" is no quantity such as 250m or 64Mi
        lots                    | "lots" is no quantity such as 250m or 64Mi
        100m/10m                | "100m/10m" is no quantity such as 250m or 64Mi
        100m..800m              | "100m..800m" is no leg of a curve such as 100m..800m/10m
        100m..800m/10m,         | "" is no leg of a curve such as 100m..800m/10m
        100m..800m/10m,5        | "5" is no leg of a curve such as 100m..800m/10m
        100m..many/10m          | "many" is no quantity such as 250m or 64Mi
        ..800m/10m              | "" is no quantity such as 250m or 64Mi
        100m..800m/0s           | "100m..800m/0s" takes no time
        100m..800m/-5s          | "100m..800m/-5s" takes no time
        """)
    void says_what_it_cannot_read(String text, String problem) {
        assertThatThrownBy(() -> UsageCurve.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @ParameterizedTest
    @CsvSource({"100m..800m/ten", "100m..800m/10", "100m..800m/"})
    void a_time_is_written_as_go_writes_it(String text) {
        assertThatThrownBy(() -> UsageCurve.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
