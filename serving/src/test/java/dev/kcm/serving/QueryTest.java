package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueryTest {
    @Test
    void decodes_names_and_values_in_order() {
        var query = Query.of("a=1&labelSelector=app%3Dweb%2Ctier&a=2&watch&e=%C3%A4+b");
        assertThat(query.all("a")).containsExactly("1", "2");
        assertThat(query.first("labelSelector")).hasValue("app=web,tier");
        assertThat(query.first("watch")).hasValue("");
        assertThat(query.has("watch")).isTrue();
        assertThat(query.first("e")).hasValue("ä b");
        assertThat(query.first("none")).isEmpty();
    }

    @Test
    void leaves_out_pairs_that_are_not_well_formed() {
        var query = Query.of("a=%zz&b=%4&c=1;d=2&&e=%41");
        assertThat(query.parameters()).containsOnlyKeys("e");
        assertThat(query.first("e")).hasValue("A");
    }
}
