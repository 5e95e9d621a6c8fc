package dev.kcm.controllers.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''            | 10 | ''",
                "'0'           | 10 | '0'",
                "'0,1'         | 10 | '0,1'",
                "'0-1'         | 10 | '0,1'",
                "'0,1,2'       | 10 | '0-2'",
                "'1,3-5,7'     | 10 | '1,3-5,7'",
                "'1,3-5,7'     | 5  | '1,3,4'",
                "'1,3-5,7'     | 1  | ''",
                "'2-4,5'       | 10 | '2-5'",
                "'2-4,x,6'     | 10 | '2-4,6'",
                "'2-4,-1,6'    | 10 | '2-4,6'",
                "'2-4,9-3,6'   | 10 | '2-4,6'",
                "'99999999999' | 10 | ''",
            })
    void reads_what_is_below_the_limit_and_writes_it_as_upstream_does(String text, int limit, String written) {
        assertThat(Indexes.parse(text, limit).text()).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''      | 3 | 10 | '0,1,2'",
                "'0-2'   | 2 | 10 | '3,4'",
                "'1,3'   | 3 | 10 | '0,2,4'",
                "'0-8'   | 3 | 10 | '9'",
                "'0-9'   | 3 | 10 | ''",
                "'5'     | 0 | 10 | ''",
                "'0,12'  | 9 | 3  | '1,2'",
            })
    void finds_the_lowest_missing(String text, int count, int limit, String missing) {
        assertThat(Indexes.of(Indexes.parse(text, 100).firstMissing(count, limit)))
                .isEqualTo(Indexes.of(
                        missing.isEmpty()
                                ? List.of()
                                : List.of(missing.split(",")).stream()
                                        .map(Integer::valueOf)
                                        .toList()));
    }

    @Test
    void behaves_as_a_set() {
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            var one = some(random);
            var two = some(random);
            var union = new HashSet<>(one);
            union.addAll(two);
            var common = new HashSet<>(one);
            common.retainAll(two);

            var merged = Indexes.of(one).and(Indexes.of(two));

            assertThat(merged).isEqualTo(Indexes.of(union));
            assertThat(merged.total()).isEqualTo(union.size());
            assertThat(Indexes.of(one).overlap(Indexes.of(two))).isEqualTo(common.size());
            assertThat(Indexes.parse(merged.text(), 100)).isEqualTo(merged);
            for (int index = 0; index < 40; index++) {
                assertThat(merged.has(index)).isEqualTo(union.contains(index));
            }
        }
    }

    private static Set<Integer> some(Random random) {
        var some = new HashSet<Integer>();
        for (int i = random.nextInt(20); i > 0; i--) {
            some.add(random.nextInt(40));
        }
        return some;
    }
}
