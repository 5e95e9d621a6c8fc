package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.NOW;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.table;
import static dev.kcm.apiserver.table.PrintedTables.types;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.rbac.v1.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What holds for the tables of all kinds.
class TablesTest {
    @Test
    void cells_have_the_types_upstream_gives_them() {
        assertThat(types(table(object(ReplicaSet.REPLICA_SETS, "{}"))))
                .isEqualTo("string|integer|integer|integer|string|string|string|string");
        assertThat(types(table(object(Deployment.DEPLOYMENTS, "{}"))))
                .isEqualTo("string|string|string|string|string|string|string|string");
        assertThat(table(object(Deployment.DEPLOYMENTS, "{}"))
                        .rows()
                        .getFirst()
                        .cells()
                        .get(2))
                .isEqualTo(Json.of(0));
        assertThat(types(table(object(CronJob.CRON_JOBS, "{}")))).startsWith("string|string|string|boolean|integer");
        assertThat(types(table(object(Role.ROLES, "{}")))).isEqualTo("string|date");
    }

    @Test
    void a_row_comes_with_as_much_of_its_object_as_is_wanted() {
        var map = object(ConfigMap.CONFIG_MAPS, "{\"data\": {\"a\": \"1\"}}");

        assertThat(included(map, Tables.Include.NONE)).isEmpty();
        assertThat(included(map, Tables.Include.METADATA))
                .contains("\"kind\":\"PartialObjectMetadata\"")
                .contains("\"name\":\"test\"")
                .doesNotContain("\"data\"");
        assertThat(included(map, Tables.Include.OBJECT))
                .contains("\"kind\":\"ConfigMap\"")
                .contains("\"data\":{\"a\":\"1\"}");
    }

    @Test
    void only_the_first_table_of_a_watch_has_columns() {
        var map = object(ConfigMap.CONFIG_MAPS, "{}");
        var later = Tables.of(ConfigMap.CONFIG_MAPS, ListMeta.EMPTY, List.of(map), Tables.Include.NONE, false, NOW);

        assertThat(later.columnDefinitions()).isEmpty();
        assertThat(later.rows()).hasSize(1);
    }

    private static String included(KubeObject object, Tables.Include include) {
        var table = Tables.of(object.resource(), ListMeta.EMPTY, List.of(object), include, true, NOW);
        return new String(table.rows().getFirst().object().toByteArray(), StandardCharsets.UTF_8);
    }
}
