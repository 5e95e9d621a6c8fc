package dev.kcm.controllers.shared.backends;

import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.ObjectReference;
import java.util.List;
import java.util.function.BiConsumer;

/// Parts of Endpoints as a Go program dumps them, for the order upstream keeps them in.
final class GoDumps {
    private static final String NIL = "<nil>";

    private final StringBuilder out = new StringBuilder();

    private GoDumps() {}

    static DumpHash hash(EndpointPort port) {
        var dump = new GoDumps();
        dump.out.append("(v1.EndpointPort)");
        dump.port(port);
        return DumpHash.of(dump.out.toString());
    }

    static DumpHash hash(EndpointSubset subset) {
        var dump = new GoDumps();
        dump.out.append("(v1.EndpointSubset){Addresses:([]v1.EndpointAddress)");
        dump.list(subset.addresses(), GoDumps::address);
        dump.out.append(" NotReadyAddresses:([]v1.EndpointAddress)");
        dump.list(subset.notReadyAddresses(), GoDumps::address);
        dump.out.append(" Ports:([]v1.EndpointPort)");
        dump.list(subset.ports(), GoDumps::port);
        dump.out.append('}');
        return DumpHash.of(dump.out.toString());
    }

    private <T> void list(List<T> items, BiConsumer<GoDumps, T> each) {
        if (items.isEmpty()) {
            out.append(NIL);
            return;
        }
        out.append('[');
        for (int at = 0; at < items.size(); at++) {
            out.append(at == 0 ? "" : " ");
            each.accept(this, items.get(at));
        }
        out.append(']');
    }

    private void address(EndpointAddress address) {
        out.append("{IP:(string)").append(address.ip());
        out.append(" Hostname:(string)").append(address.hostname());
        out.append(" NodeName:(*string)").append(address.nodeName().orElse(NIL));
        out.append(" TargetRef:(*v1.ObjectReference)");
        address.targetRef().ifPresentOrElse(this::target, () -> out.append(NIL));
        out.append('}');
    }

    private void target(ObjectReference target) {
        out.append("{Kind:(string)").append(target.kind());
        out.append(" Namespace:(string)").append(target.namespace());
        out.append(" Name:(string)").append(target.name());
        out.append(" UID:(types.UID)").append(target.uid());
        out.append(" APIVersion:(string)").append(target.apiVersion());
        out.append(" ResourceVersion:(string)").append(target.resourceVersion());
        out.append(" FieldPath:(string)").append(target.fieldPath()).append('}');
    }

    private void port(EndpointPort port) {
        out.append("{Name:(string)").append(port.name());
        out.append(" Port:(int32)").append(port.port());
        out.append(" Protocol:(v1.Protocol)").append(port.protocol());
        out.append(" AppProtocol:(*string)")
                .append(port.appProtocol().orElse(NIL))
                .append('}');
    }
}
