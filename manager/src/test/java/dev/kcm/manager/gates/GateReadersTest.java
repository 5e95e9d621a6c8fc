package dev.kcm.manager.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.gates.GateTable;
import dev.kcm.controllers.workload.job.JobController;
import dev.kcm.manager.registry.ControllerDescriptor;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.runtime.controller.Settings;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// A gate that is accepted either acts or is known not to. Who reads a gate is read off the classes: one that calls
/// [FeatureGates#isEnabled] and holds the gate's name, or a controller that is built and requires it, or watches more
/// with it.
class GateReadersTest {
    /// Read by the table itself, as they stand for others.
    private static final Set<String> COLLECTIVE = Set.of("AllAlpha", "AllBeta");

    private static final Map<String, Set<String>> READERS = readers();

    @Test
    void every_gate_is_read_or_known_not_to_be() {
        var unaccountedFor = new TreeSet<>(KubernetesGates.TABLE.names());
        unaccountedFor.removeAll(COLLECTIVE);
        unaccountedFor.removeAll(READERS.keySet());
        unaccountedFor.removeAll(UnreadGates.all().keySet());

        assertThat(unaccountedFor)
                .as("accepted and read nowhere: read them, or say why not in unread-gates.tsv")
                .isEmpty();
    }

    @Test
    void what_is_read_is_not_said_to_be_unread() {
        assertThat(READERS)
                .as("read, and no longer for unread-gates.tsv")
                .doesNotContainKeys(UnreadGates.all().keySet().toArray(String[]::new));
    }

    @Test
    void what_is_said_to_be_unread_exists_and_has_a_reason() {
        assertThat(KubernetesGates.TABLE.names()).containsAll(UnreadGates.all().keySet());
        assertThat(UnreadGates.all().values()).noneMatch(String::isBlank);
    }

    @Test
    void names_the_readers() {
        assertThat(READERS)
                .containsEntry("WorkloadWithJob", Set.of(JobController.class.getName()))
                .containsEntry("PodCertificateRequest", Set.of("podcertificaterequest-cleaner-controller"));
    }

    @Test
    void a_gate_that_changes_nothing_here_is_reported_when_it_is_off_its_default() {
        assertThat(warnings("WatchListClient=false"))
                .containsExactly("Feature gate WatchListClient=false is set, but changes nothing here:"
                        + " informers ask for a streaming list wherever the server has one");
        assertThat(warnings("WatchListClient=true")).isEmpty();
    }

    @Test
    void a_gate_of_another_component_is_accepted_without_a_word() {
        assertThat(warnings("SchedulerAsyncPreemption=false", "MemoryQoS=true")).isEmpty();
    }

    private static List<String> warnings(String... settings) {
        var decision = new GateOptions(List.of(), List.of(), Map.of("", List.of(settings))).decide();
        assertThat(decision.problems()).isEmpty();
        return decision.warnings();
    }

    private static Map<String, Set<String>> readers() {
        var readers = new TreeMap<String, Set<String>>();
        for (var module : List.of(GateTable.class, Settings.class, JobController.class, KubernetesGates.class)) {
            for (var read : classes(module)) {
                gatesReadBy(read)
                        .forEach(gate -> readers.computeIfAbsent(gate, _ -> new TreeSet<>())
                                .add(read.thisClass().asInternalName().replace('/', '.')));
            }
        }
        for (var descriptor : ControllerDescriptors.ALL) {
            if (descriptor.spec().isPresent()) {
                required(descriptor, readers);
            }
        }
        return readers;
    }

    private static void required(ControllerDescriptor descriptor, Map<String, Set<String>> readers) {
        var gates = new ArrayList<>(descriptor.requiredGates());
        descriptor.gatedSpec().ifPresent(gated -> gates.add(gated.gate()));
        gates.forEach(
                gate -> readers.computeIfAbsent(gate, _ -> new TreeSet<>()).add(descriptor.name()));
    }

    private static List<String> gatesReadBy(ClassModel model) {
        var entries =
                StreamSupport.stream(model.constantPool().spliterator(), false).toList();
        return entries.stream().anyMatch(GateReadersTest::asksForAGate)
                ? entries.stream()
                        .flatMap(entry -> entry instanceof StringEntry text ? Stream.of(text.stringValue()) : null)
                        .filter(KubernetesGates.TABLE.names()::contains)
                        .toList()
                : List.of();
    }

    private static boolean asksForAGate(PoolEntry entry) {
        return entry instanceof MethodRefEntry method
                && method.owner()
                        .asInternalName()
                        .equals(FeatureGates.class.getName().replace('.', '/'))
                && method.name().equalsString("isEnabled");
    }

    /// All classes beside this one: of its module, in a folder or in a jar.
    private static List<ClassModel> classes(Class<?> one) {
        try {
            var place = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                return parsed(place);
            }
            try (var jar = FileSystems.newFileSystem(place)) {
                return parsed(jar.getPath("/"));
            }
        } catch (IOException | URISyntaxException unreadable) {
            throw new IllegalStateException("Cannot read the classes beside " + one, unreadable);
        }
    }

    private static List<ClassModel> parsed(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            var classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.toString().endsWith("module-info.class"))
                    .toList();
            var models = new ArrayList<ClassModel>(classes.size());
            for (var file : classes) {
                models.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
            return models;
        }
    }
}
