package dev.kcm.testing.trajectory;

import dev.kcm.controllers.shared.nodes.AddressRange;
import dev.kcm.model.core.v1.Node;
import java.util.List;
import java.util.function.Consumer;

/// No node gets pod addresses that another one has. What a user gives a node breaks no promise.
final class OneNodePerRange implements Invariant {
    private static final String NAME = "one-node-per-range";
    private static final String CONTROLLER = "node-ipam-controller";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!world.settings().runs(CONTROLLER)
                || !(change.object() instanceof Node node)
                || !getsRanges(change, node)
                || world.userWrites().changed(node)) {
            return;
        }
        var own = ranges(node);
        world.objects().stream()
                .filter(it -> it instanceof Node && !it.uid().equals(node.uid()))
                .map(Node.class::cast)
                .filter(other ->
                        ranges(other).stream().anyMatch(range -> own.stream().anyMatch(range::overlaps)))
                .forEach(other -> violations.accept(Violation.of(
                        NAME,
                        node,
                        "got %s, of which node %s has %s".formatted(own, other.name(), ranges(other)),
                        change)));
    }

    private static boolean getsRanges(ObservedChange change, Node node) {
        return !change.isRemoval()
                && change.before()
                        .filter(before -> !((Node) before)
                                .spec()
                                .podCIDRs()
                                .equals(node.spec().podCIDRs()))
                        .isPresent();
    }

    private static List<AddressRange> ranges(Node node) {
        return node.spec().podCIDRs().stream()
                .flatMap(text -> AddressRange.parse(text).stream())
                .toList();
    }
}
