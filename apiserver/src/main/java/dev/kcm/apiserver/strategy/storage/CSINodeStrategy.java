package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.storage.v1.CSINodeDriver;
import dev.kcm.model.storage.v1.VolumeNodeResources;
import java.util.HashSet;
import java.util.List;

/// Defaulting, validation and update rules of what nodes say of their CSI drivers: an entry stays as it is, but for how
/// many volumes may be attached.
public final class CSINodeStrategy {
    private static final int LONGEST_NODE_ID = 256;
    private static final FieldPath DRIVERS = FieldPath.SPEC.child("drivers");

    public static final Strategy<CSINode> STRATEGY = Strategy.of(CSINode.CSI_NODES)
            .spec(Part.of(CSINode::spec, CSINode::withSpec))
            .validation(CSINodeStrategy::validate)
            .updateValidation(CSINodeStrategy::validateUpdate)
            .requiresResourceVersion()
            .returnsDeletedObject()
            .build();

    private CSINodeStrategy() {}

    private static void validate(CSINode node, FieldErrors errors) {
        var names = new HashSet<String>();
        var drivers = node.spec().drivers();
        for (int i = 0; i < drivers.size(); i++) {
            driver(drivers.get(i), DRIVERS.index(i), errors);
            if (!names.add(drivers.get(i).name())) {
                errors.duplicate(DRIVERS.index(i).child("name"), drivers.get(i).name());
            }
        }
    }

    private static void driver(CSINodeDriver driver, FieldPath path, FieldErrors errors) {
        CsiNames.driver(driver.name(), path.child("name"), errors);
        if (driver.nodeID().isEmpty()) {
            errors.required(path.child("nodeID"), "");
        } else if (driver.nodeID().length() > LONGEST_NODE_ID) {
            errors.invalid(
                    path.child("nodeID"), driver.nodeID(), "must be %d characters or less".formatted(LONGEST_NODE_ID));
        }
        driver.allocatable()
                .flatMap(VolumeNodeResources::count)
                .ifPresent(count -> FieldValidation.nonNegative(
                        count, path.child("allocatable").child("count"), errors));
        topology(driver.topologyKeys(), path, errors);
    }

    private static void topology(List<String> keys, FieldPath path, FieldErrors errors) {
        var seen = new HashSet<String>();
        for (var key : keys) {
            if (key.isEmpty()) {
                errors.required(path, "");
            }
            if (!seen.add(key)) {
                errors.duplicate(path, key);
            }
            errors.invalid(path, key, NameRules.labelKey(key));
        }
    }

    private static void validateUpdate(CSINode wanted, CSINode current, FieldErrors errors) {
        validate(wanted, errors);
        for (var before : current.spec().drivers()) {
            for (var now : wanted.spec().drivers()) {
                if (before.name().equals(now.name())) {
                    FieldValidation.immutable(now.withoutAllocatable(), before.withoutAllocatable(), DRIVERS, errors);
                }
            }
        }
    }
}
