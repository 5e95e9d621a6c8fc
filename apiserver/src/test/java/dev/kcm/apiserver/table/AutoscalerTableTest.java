package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Autoscalers and their metrics. See [PrintedTables].
class AutoscalerTableTest {
    private static final Resource<dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler> SECOND =
            dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS;

    @Test
    void an_autoscaler_without_metrics() {
        assertThat(header(SECOND)).isEqualTo("NAME|REFERENCE|TARGETS|MINPODS|MAXPODS|REPLICAS|AGE");
        assertThat(row(object(SECOND, """
            {"spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "maxReplicas": 10},
             "status": {"currentReplicas": 4}}\
            """))).isEqualTo("test|Deployment/web|<none>|<unset>|10|4|5m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\", \"target\": {\"averageUtilization\":"
                        + " 80}}}`|``|cpu: <unknown>/80%",
                "`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\", \"target\": {\"averageUtilization\":"
                        + " 80}}}`|`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\", \"current\":"
                        + " {\"averageUtilization\": 50}}}`|cpu: 50%/80%",
                "`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\"}}`|``|cpu: <unknown>/<auto>",
                "`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\", \"target\": {\"averageValue\":"
                        + " \"100m\"}}}`|`{\"type\": \"Resource\", \"resource\": {\"name\": \"cpu\", \"current\":"
                        + " {\"averageValue\": \"50m\"}}}`|cpu: 50m/100m",
                "`{\"type\": \"ContainerResource\", \"containerResource\": {\"name\": \"cpu\","
                        + " \"target\": {\"averageUtilization\": 80}}}`|``|cpu: <unknown>/80%",
                "`{\"type\": \"Pods\", \"pods\": {\"target\": {\"averageValue\": \"100m\"}}}`"
                        + "|`{\"type\": \"Pods\", \"pods\": {\"current\": {\"averageValue\": \"50m\"}}}`|50m/100m",
                "`{\"type\": \"Object\", \"object\": {\"target\": {\"value\": \"100m\"}}}`"
                        + "|`{\"type\": \"Object\", \"object\": {\"current\": {\"value\": \"50m\"}}}`|50m/100m",
                "`{\"type\": \"External\", \"external\": {\"target\": {\"averageValue\": \"100m\"}}}`"
                        + "|`{\"type\": \"External\", \"external\": {\"current\": {\"averageValue\": \"50m\"}}}`"
                        + "|50m/100m (avg)",
                "`{\"type\": \"Pods\", \"pods\": {\"target\": {\"averageValue\": \"1\"}}}, {\"type\": \"odd\"},"
                        + " {\"type\": \"odd\"}`|``|<unknown>/1, <unknown type> + 1 more...",
            })
    void targets(String metrics, String current, String shown) {
        var autoscaler = object(
                SECOND,
                "{\"spec\": {\"metrics\": [%s]}, \"status\": {\"currentMetrics\": [%s]}}".formatted(metrics, current));
        assertThat(row(autoscaler)).isEqualTo("test|/|" + shown + "|<unset>|0|0|5m");
    }

    @Test
    void the_older_version_looks_the_same() {
        var first = dev.kcm.model.autoscaling.v1.HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS;
        assertThat(row(object(first, """
            {"spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "minReplicas": 1,
                      "maxReplicas": 10, "targetCPUUtilizationPercentage": 80},
             "status": {"currentReplicas": 4, "currentCPUUtilizationPercentage": 50}}\
            """))).isEqualTo("test|Deployment/web|cpu:" + " 50%/80%|1|10|4|5m");
    }
}
