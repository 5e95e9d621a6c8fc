package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Parser;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryFuzzTest {
    @Test
    void a_query_is_read_whatever_it_holds() {
        Fuzzer.attack(
                QueryFuzzTest.class,
                Parser.ofText("query", raw -> {
                            var query = Query.of(raw);
                            query.parameters()
                                    .forEach((name, values) ->
                                            assertThat(query.all(name)).isEqualTo(values));
                            assertThat(query.first("watch")).isNotNull();
                        })
                        .seeds("watch=true&labelSelector=a%3Db,c", "a", "=&=&&a=%&b=%4", "a=1;b=2&c=%e2%82%ac+x", "")
                        .words("&", "=", "%", "%00", "%2f", "+", ";", "%zz", "%c3%28"));
    }

    @Test
    void a_long_query_takes_no_longer_than_its_length() {
        Growth.isLinear(
                "different parameters",
                count -> IntStream.range(0, count)
                        .mapToObj(i -> "p" + i + "=%20")
                        .collect(Collectors.joining("&")),
                10_000,
                Query::of);
        Growth.isLinear("one parameter", count -> "a=1&".repeat(count), 20_000, Query::of);
    }
}
