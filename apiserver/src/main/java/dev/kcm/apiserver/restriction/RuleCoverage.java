package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.auth.RuleMatching;
import dev.kcm.base.GoText;
import dev.kcm.model.rbac.v1.PolicyRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Whether some rules permit everything that others do. Wanted rules are taken apart into single permissions; each
/// has to be in one of the rules held, as parts of different rules do not add up.
final class RuleCoverage {
    private RuleCoverage() {}

    /// The single permissions of `wanted` that no rule of `held` includes.
    static List<PolicyRule> missing(List<PolicyRule> held, List<PolicyRule> wanted) {
        return wanted.stream()
                .flatMap(rule -> permissions(rule).stream())
                .filter(permission -> held.stream().noneMatch(rule -> covers(rule, permission)))
                .toList();
    }

    /// The permissions as upstream lists them: verbs on the same thing together, sorted, one line each.
    static String described(List<PolicyRule> permissions) {
        var lines = new TreeSet<String>();
        compacted(permissions).forEach(rule -> lines.add(described(rule)));
        return String.join("\n", lines);
    }

    private static List<PolicyRule> permissions(PolicyRule rule) {
        var parts = new ArrayList<PolicyRule>();
        for (var group : rule.apiGroups()) {
            for (var resource : rule.resources()) {
                for (var verb : rule.verbs()) {
                    var part = PolicyRule.builder()
                            .addApiGroups(group)
                            .addResources(resource)
                            .addVerbs(verb);
                    if (rule.resourceNames().isEmpty()) {
                        parts.add(part.build());
                    }
                    rule.resourceNames()
                            .forEach(name ->
                                    parts.add(part.resourceNames(List.of(name)).build()));
                }
            }
        }
        for (var path : rule.nonResourceURLs()) {
            rule.verbs()
                    .forEach(verb -> parts.add(PolicyRule.builder()
                            .addNonResourceURLs(path)
                            .addVerbs(verb)
                            .build()));
        }
        return parts;
    }

    private static boolean covers(PolicyRule held, PolicyRule permission) {
        return permission.verbs().stream().allMatch(verb -> RuleMatching.isIn(held.verbs(), verb))
                && permission.apiGroups().stream().allMatch(group -> RuleMatching.isIn(held.apiGroups(), group))
                && permission.resources().stream()
                        .allMatch(resource -> RuleMatching.coversResource(held.resources(), resource))
                && permission.nonResourceURLs().stream()
                        .allMatch(path -> RuleMatching.coversPath(held.nonResourceURLs(), path))
                && coversNames(held.resourceNames(), permission.resourceNames());
    }

    private static boolean coversNames(List<String> held, List<String> wanted) {
        return held.isEmpty() || (!wanted.isEmpty() && held.containsAll(wanted));
    }

    private static List<PolicyRule> compacted(List<PolicyRule> permissions) {
        var verbs = new LinkedHashMap<PolicyRule, List<String>>();
        for (var permission : permissions) {
            verbs.computeIfAbsent(permission.toBuilder().verbs(List.of()).build(), _ -> new ArrayList<>())
                    .addAll(permission.verbs());
        }
        var rules = new ArrayList<PolicyRule>();
        verbs.forEach((thing, all) -> {
            if (thing.nonResourceURLs().isEmpty()) {
                rules.add(thing.toBuilder().verbs(all).build());
            } else {
                all.forEach(
                        verb -> rules.add(thing.toBuilder().verbs(List.of(verb)).build()));
            }
        });
        return rules;
    }

    private static String described(PolicyRule rule) {
        var parts = new ArrayList<String>();
        add(parts, "APIGroups", rule.apiGroups());
        add(parts, "Resources", rule.resources());
        add(parts, "NonResourceURLs", rule.nonResourceURLs());
        add(parts, "ResourceNames", rule.resourceNames());
        add(parts, "Verbs", rule.verbs());
        return "{" + String.join(", ", parts) + "}";
    }

    private static void add(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":" + quoted(values));
        }
    }

    /// As Go prints a list of quoted texts.
    static String quoted(List<String> values) {
        return values.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
    }
}
