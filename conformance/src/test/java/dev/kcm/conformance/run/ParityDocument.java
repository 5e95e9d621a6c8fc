package dev.kcm.conformance.run;

/// docs/parity.md.
final class ParityDocument {
    private ParityDocument() {}

    static String of(Report report) {
        var text = new StringBuilder("""
            # Parity

            Written by `conformance/run scenarios --write`; the reasons come from `conformance/scenarios/differences.tsv`.

            Every scenario runs on the embedded cluster, on a real kube-apiserver with our controllers, and there again with
            upstream's manager; what the two managers leave behind (objects with status, conditions, owner references, labels,
            annotations, finalizers, and the events about them) must be equal. Scenarios with faults cannot run with upstream's
            manager.

            | scenario | embedded | real | end state |
            |---|---|---|---|
            """);
        report.rows()
                .forEach(row -> text.append("| %s | %s | %s | %s |%n"
                        .formatted(
                                row.scenario().replace("ScenarioTest.", ": ").replace('_', ' '),
                                row.word(row.embedded()),
                                row.word(row.real()),
                                row.verdict())));
        text.append("\n## Where we mean to differ\n\n");
        var reasons =
                report.rows().stream().flatMap(row -> row.reasons().stream()).toList();
        if (reasons.isEmpty()) {
            text.append("Nowhere in these scenarios.\n");
        }
        reasons.forEach(entry -> text.append("- %s: %s%n".formatted(entry.scenario(), entry.reason())));
        text.append("\n## Not run everywhere\n\n");
        report.rows()
                .forEach(row ->
                        row.skipped().ifPresent(why -> text.append("- %s: %s%n".formatted(row.scenario(), why))));
        return text.toString();
    }
}
