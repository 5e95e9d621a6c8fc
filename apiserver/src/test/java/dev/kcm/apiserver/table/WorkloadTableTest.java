package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.NOW;
import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What runs pods. See [PrintedTables].
class WorkloadTableTest {
    private static final String TEMPLATE = """
        "selector": {"matchLabels": {"app": "web"}},
        "template": {"spec": {"containers": [{"name": "a", "image": "one:1"}, {"name": "b", "image": "two:2"}]}}\
        """;

    @Test
    void a_deployment() {
        var deployment = object(Deployment.DEPLOYMENTS, """
            {"spec": {"replicas": 5, %s},
             "status": {"replicas": 10, "updatedReplicas": 2, "readyReplicas": 3, "availableReplicas": 1}}
            """.formatted(TEMPLATE));

        assertThat(wideHeader(Deployment.DEPLOYMENTS))
                .isEqualTo("NAME|READY|UP-TO-DATE|AVAILABLE|AGE|CONTAINERS|IMAGES|SELECTOR");
        assertThat(row(deployment)).isEqualTo("test|3/5|2|1|5m");
        assertThat(wideRow(deployment)).isEqualTo("test|3/5|2|1|5m|a,b|one:1,two:2|app=web");
        assertThat(wideRow(object(Deployment.DEPLOYMENTS, "{}"))).isEqualTo("test|0/0|0|0|5m|||");
    }

    @Test
    void a_replica_set() {
        var set = object(ReplicaSet.REPLICA_SETS, """
            {"spec": {"replicas": 5, %s}, "status": {"replicas": 4, "readyReplicas": 2}}
            """.formatted(TEMPLATE));

        assertThat(header(ReplicaSet.REPLICA_SETS)).isEqualTo("NAME|DESIRED|CURRENT|READY|AGE");
        assertThat(wideRow(set)).isEqualTo("test|5|4|2|5m|a,b|one:1,two:2|app=web");
        assertThat(wideRow(object(ReplicaSet.REPLICA_SETS, "{}"))).endsWith("|<none>");
    }

    @Test
    void a_stateful_set() {
        var set = object(StatefulSet.STATEFUL_SETS, """
            {"spec": {"replicas": 5, %s}, "status": {"readyReplicas": 2}}\
            """.formatted(TEMPLATE));

        assertThat(wideHeader(StatefulSet.STATEFUL_SETS)).isEqualTo("NAME|READY|AGE|CONTAINERS|IMAGES");
        assertThat(wideRow(set)).isEqualTo("test|2/5|5m|a,b|one:1,two:2");
    }

    @Test
    void a_daemon_set() {
        var set = object(DaemonSet.DAEMON_SETS, """
            {"spec": {"selector": {"matchLabels": {"app": "web"}},
                      "template": {"spec": {"nodeSelector": {"disk": "fast"}, "containers": [{"name": "a"}]}}},
             "status": {"desiredNumberScheduled": 5, "currentNumberScheduled": 4, "numberReady": 3,
                        "updatedNumberScheduled": 2, "numberAvailable": 1}}\
            """);

        assertThat(header(DaemonSet.DAEMON_SETS))
                .isEqualTo("NAME|DESIRED|CURRENT|READY|UP-TO-DATE|AVAILABLE|NODE SELECTOR|AGE");
        assertThat(wideRow(set)).isEqualTo("test|5|4|3|2|1|disk=fast|5m|a||app=web");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                    |false|Running",
                "Complete                              |false|Complete",
                "SuccessCriteriaMet,Complete           |false|Complete",
                "FailureTarget,Failed                  |true |Failed",
                "Suspended                             |false|Suspended",
                "Suspended                             |true |Terminating",
                "FailureTarget                         |false|FailureTarget",
                "SuccessCriteriaMet                    |false|SuccessCriteriaMet",
            })
    void the_status_of_a_job(String conditions, boolean isDeleting, String status) {
        var listed = Arrays.stream(conditions.split(","))
                .map(type -> "{\"type\": \"" + type + "\", \"status\": \"True\"}")
                .collect(Collectors.joining(", "));
        var job = object(Job.JOBS, "{\"spec\": {\"completions\": 1}, \"status\": {\"conditions\": [" + listed + "]}}");
        var shown = isDeleting ? job.withMetadata(m -> m.deletionTimestamp(NOW)) : job;

        assertThat(row(shown)).isEqualTo("test|" + status + "|0/1||5m");
    }

    @Test
    void a_job_counts_completions_and_how_long_it_ran() {
        assertThat(header(Job.JOBS)).isEqualTo("NAME|STATUS|COMPLETIONS|DURATION|AGE");
        assertThat(row(job("\"completions\": 4", "\"succeeded\": 3, \"startTime\": \"2026-01-01T11:58:00Z\"")))
                .isEqualTo("test|Running|3/4|2m|5m");
        assertThat(row(job(
                        "\"completions\": 4",
                        "\"succeeded\": 4, \"startTime\": \"2026-01-01T11:00:00Z\","
                                + " \"completionTime\": \"2026-01-01T11:01:40Z\"")))
                .isEqualTo("test|Running|4/4|100s|5m");
        assertThat(row(job("\"parallelism\": 3", "\"succeeded\": 1"))).isEqualTo("test|Running|1/1 of 3||5m");
        assertThat(row(job("\"parallelism\": 1", "\"succeeded\": 1"))).isEqualTo("test|Running|1/1||5m");
    }

    private static Job job(String spec, String status) {
        return object(Job.JOBS, "{\"spec\": {" + spec + "}, \"status\": {" + status + "}}");
    }

    @Test
    void a_cron_job() {
        assertThat(header(CronJob.CRON_JOBS)).isEqualTo("NAME|SCHEDULE|TIMEZONE|SUSPEND|ACTIVE|LAST SCHEDULE|AGE");
        assertThat(row(object(CronJob.CRON_JOBS, """
            {"spec": {"schedule": "0 3 * * *", "timeZone": "Etc/UTC", "suspend": true},
             "status": {"active": [{}, {}], "lastScheduleTime": "2026-01-01T11:59:00Z"}}\
            """))).isEqualTo("test|0" + " 3 * *" + " *|Etc/UTC|True|2|60s|5m");
        assertThat(row(object(CronJob.CRON_JOBS, "{\"spec\": {\"schedule\": \"@daily\", \"suspend\": false}}")))
                .isEqualTo("test|@daily|<none>|False|0|<none>|5m");
        assertThat(row(object(CronJob.CRON_JOBS, "{}"))).isEqualTo("test||<none>|<unset>|0|<none>|5m");
    }

    @Test
    void a_controller_revision_names_its_controller() {
        var revision = object(ControllerRevision.CONTROLLER_REVISIONS, "{\"revision\": 7}");

        assertThat(row(revision)).isEqualTo("test|<none>|7|5m");
        assertThat(row(revision.withMetadata(m -> m.addOwnerReferences(owner -> owner.apiVersion("apps/v1")
                        .kind("DaemonSet")
                        .name("agent")
                        .controller(true)))))
                .isEqualTo("test|daemonset.apps/agent|7|5m");
    }

    @Test
    void a_disruption_budget() {
        assertThat(header(PodDisruptionBudget.POD_DISRUPTION_BUDGETS))
                .isEqualTo("NAME|MIN AVAILABLE|MAX UNAVAILABLE|ALLOWED DISRUPTIONS|AGE");
        assertThat(row(object(
                        PodDisruptionBudget.POD_DISRUPTION_BUDGETS,
                        "{\"spec\": {\"minAvailable\": \"50%\"}, \"status\": {\"disruptionsAllowed\": 5}}")))
                .isEqualTo("test|50%|N/A|5|5m");
    }
}
