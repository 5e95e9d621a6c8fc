package dev.kcm.serving.metrics;

import dev.kcm.base.GoText;
import dev.kcm.base.metrics.Family;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Prometheus' text format 0.0.4, the one every scraper reads: families by name, names exactly as
/// they are, series in label order. Whatever a client says it accepts, it gets this.
public final class MetricsText implements Handler {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

    private final Metrics metrics;

    public MetricsText(Metrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        exchange.setHeader("Content-Type", CONTENT_TYPE);
        exchange.respond(200, of(metrics).getBytes(StandardCharsets.UTF_8));
    }

    /// All families that have at least one series.
    public static String of(Metrics metrics) {
        var text = new StringBuilder(1 << 14);
        for (var family : metrics.families()) {
            append(text, family);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Family family) {
        var head = family.head();
        var samples = family.samples();
        if (samples.isEmpty()) {
            return;
        }
        text.append("# HELP ").append(head.name()).append(' ');
        escape(text, head.help(), false);
        text.append("\n# TYPE ")
                .append(head.name())
                .append(' ')
                .append(head.type().text());
        text.append('\n');
        for (var sample : samples) {
            switch (sample.value()) {
                case Sample.Number(var value) -> line(text, head.name(), "", head.labels(), sample.labels(), "", value);
                case Sample.Distribution distribution -> histogram(text, head, sample.labels(), distribution);
            }
        }
    }

    private static void histogram(
            StringBuilder text, Family.Head head, List<String> values, Sample.Distribution distribution) {
        for (int i = 0; i < distribution.bounds().length; i++) {
            var bound = GoText.number(distribution.bounds()[i]);
            long count = distribution.cumulative()[i];
            line(text, head.name(), "_bucket", head.labels(), values, bound, count);
        }
        line(text, head.name(), "_bucket", head.labels(), values, "+Inf", distribution.count());
        line(text, head.name(), "_sum", head.labels(), values, "", distribution.sum());
        line(text, head.name(), "_count", head.labels(), values, "", distribution.count());
    }

    private static void line(
            StringBuilder text,
            String name,
            String suffix,
            List<String> labels,
            List<String> values,
            String bound,
            double number) {
        text.append(name).append(suffix);
        char separator = '{';
        for (int i = 0; i < labels.size(); i++) {
            text.append(separator).append(labels.get(i)).append("=\"");
            escape(text, values.get(i), true);
            text.append('"');
            separator = ',';
        }
        if (!bound.isEmpty()) {
            text.append(separator).append("le=\"").append(bound).append('"');
            separator = ',';
        }
        if (separator == ',') {
            text.append('}');
        }
        text.append(' ').append(GoText.number(number)).append('\n');
    }

    private static void escape(StringBuilder text, String raw, boolean quotes) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '"' -> text.append(quotes ? "\\\"" : "\"");
                default -> text.append(c);
            }
        }
    }
}
