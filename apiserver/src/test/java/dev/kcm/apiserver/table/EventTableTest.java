package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Event;
import org.junit.jupiter.api.Test;

/// Events. See [PrintedTables].
class EventTableTest {
    @Test
    void columns() {
        assertThat(header(Event.EVENTS)).isEqualTo("LAST SEEN|TYPE|REASON|OBJECT|MESSAGE");
        assertThat(wideHeader(Event.EVENTS))
                .isEqualTo("LAST SEEN|TYPE|REASON|OBJECT|SUBOBJECT|SOURCE|MESSAGE|FIRST SEEN|COUNT|NAME");
    }

    @Test
    void an_event_that_was_counted() {
        var event = object(Event.EVENTS, """
            {"type": "Warning", "reason": "BackOff", "message": " restarting \\n", "count": 6,
             "involvedObject": {"kind": "Pod", "name": "web", "fieldPath": "spec.containers{main}"},
             "source": {"component": "kubelet", "host": "node-1"},
             "firstTimestamp": "2026-01-01T11:58:00Z", "lastTimestamp": "2026-01-01T11:59:55Z"}\
            """);
        assertThat(row(event)).isEqualTo("5s|Warning|BackOff|pod/web|restarting");
        assertThat(wideRow(event))
                .isEqualTo("5s|Warning|BackOff|pod/web|spec.containers{main}|kubelet, node-1|restarting|2m|6|test");
    }

    @Test
    void an_event_of_the_newer_api() {
        assertThat(wideRow(object(Event.EVENTS, """
            {"type": "Normal", "reason": "Scheduled", "message": "assigned", "involvedObject": {"kind": "Pod"},
             "reportingComponent": "scheduler", "reportingInstance": "scheduler-1",
             "eventTime": "2026-01-01T11:59:00.000000Z"}\
            """)))
                .isEqualTo("60s|Normal|Scheduled|pod||scheduler, scheduler-1|assigned|60s|1|test");
    }

    @Test
    void a_series_counts_before_the_event_itself() {
        assertThat(wideRow(object(Event.EVENTS, """
            {"type": "Normal", "reason": "x", "message": "m", "involvedObject": {"kind": "Pod", "name": "web"},
             "count": 1, "lastTimestamp": "2026-01-01T11:00:00Z", "eventTime": "2026-01-01T11:59:00.000000Z",
             "series": {"count": 9, "lastObservedTime": "2026-01-01T11:59:58.000000Z"}}\
            """))).isEqualTo("2s|Normal|x|pod/web|||m|60s|9|test");
    }

    @Test
    void an_event_without_any_time() {
        assertThat(wideRow(object(Event.EVENTS, "{}"))).isEqualTo("<unknown>|||||||<unknown>|1|test");
    }

    @Test
    void events_of_the_other_group_look_the_same() {
        var events = dev.kcm.model.events.v1.Event.EVENTS;
        assertThat(header(events)).isEqualTo("LAST SEEN|TYPE|REASON|OBJECT|MESSAGE");
        assertThat(row(object(events, """
            {"type": "Normal", "reason": "x", "note": "m", "regarding": {"kind": "Pod", "name": "web"},
             "eventTime": "2026-01-01T11:59:00.000000Z"}\
            """))).isEqualTo("60s|Normal|x|pod/web|m");
    }
}
