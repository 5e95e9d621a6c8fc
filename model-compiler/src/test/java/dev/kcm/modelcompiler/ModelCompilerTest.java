package dev.kcm.modelcompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCompilerTest {
    private static final String SCHEMA = """
        type	json	flags	go	proto	protoName	patchStrategy	patchMergeKey
        k8s.io/api/core/v1.Pod
        		inline	struct:k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta
        	spec	omitempty	struct:k8s.io/api/core/v1.PodSpec	2	spec
        k8s.io/api/core/v1.PodSpec
        	nodeName	omitempty	string	10	nodeName
        	default	omitempty	*int32	11	default
        	wait	omitempty	[]string	12	wait
        k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta
        	kind	omitempty	string	1	kind
        	apiVersion	omitempty	string	2	apiVersion
        """.replaceAll("(?m)^(\\t[^\\t]*\\t[^\\t]*\\t[^\\t\\n]*)$", "$1\t\t");

    @TempDir
    private Path folder;

    @BeforeEach
    void write_facts() throws IOException {
        Files.writeString(folder.resolve("schema-1.tsv"), SCHEMA);
        Files.writeString(
                folder.resolve("kinds-1.tsv"), "group\tversion\tkind\ttype\n\tv1\tPod\tk8s.io/api/core/v1.Pod\n");
        Files.writeString(folder.resolve("resources-1.tsv"), "group\n");
        projecting("spec.nodeName");
    }

    @Test
    void each_type_becomes_a_class_in_the_package_of_its_group_and_version() throws IOException {
        assertThat(compiled("core/v1/Pod.java"))
                .contains("package dev.kcm.model.core.v1;", "public final class Pod extends TopLevel");
        assertThat(compiled("core/v1/PodSpec.java")).contains("case 82 -> builder.nodeName = in.string();");
    }

    @Test
    void names_java_reserves_get_an_underscore() throws IOException {
        assertThat(compiled("core/v1/PodSpec.java"))
                .contains(
                        "public Optional<Integer> default_()",
                        "public List<String> wait_()",
                        "public PodSpec withDefault(int value)");
    }

    @Test
    void a_lean_type_has_the_listed_fields_and_no_others() throws IOException {
        assertThat(compiled("lean/LeanPodSpec.java"))
                .contains("public String nodeName()", "public static LeanPodSpec of(PodSpec full)")
                .doesNotContain("default_", "wait_");
    }

    @Test
    void a_projection_of_a_field_that_is_not_there_is_refused() throws IOException {
        projecting("spec.nodename");
        assertThatThrownBy(() -> compiled("core/v1/Pod.java"))
                .hasMessage("the projection lists spec.nodename, but k8s.io/api/core/v1.PodSpec has no"
                        + " field nodename");
    }

    @Test
    void a_go_type_nobody_knows_is_refused() throws IOException {
        Files.writeString(folder.resolve("schema-1.tsv"), SCHEMA.replace("*int32", "*complex128"));
        assertThatThrownBy(() -> compiled("core/v1/Pod.java")).hasMessageContaining("does not know: complex128");
    }

    @Test
    void files_that_would_not_change_are_left_alone_and_others_go() throws IOException {
        compiled("core/v1/Pod.java");
        Path pod = folder.resolve("out/dev/kcm/model/core/v1/Pod.java");
        Path stale = Files.writeString(pod.resolveSibling("Gone.java"), "class Gone {}");
        FileTime before = FileTime.fromMillis(1000);
        Files.setLastModifiedTime(pod, before);
        compiled("core/v1/Pod.java");
        assertThat(Files.getLastModifiedTime(pod)).isEqualTo(before);
        assertThat(stale).doesNotExist();
    }

    @Test
    void constants_are_the_kinds_words_in_the_plurals_spelling() {
        assertThat(Stream.of(
                                "NetworkPolicy networkpolicies",
                                "CSINode csinodes",
                                "Endpoints endpoints",
                                "APIService apiservices",
                                "PodMetrics pods",
                                "IPAddress ipaddresses")
                        .map(pair -> JavaNames.constant(pair.split(" ")[0], pair.split(" ")[1])))
                .containsExactly(
                        "NETWORK_POLICIES", "CSI_NODES", "ENDPOINTS", "API_SERVICES", "POD_METRICS", "IP_ADDRESSES");
    }

    private void projecting(String path) throws IOException {
        Files.writeString(
                folder.resolve("pod-projection.tsv"), "# why\npath\tcontrollers\tupstream\n" + path + "\tall\there\n");
    }

    private String compiled(String file) throws IOException {
        Path output = folder.resolve("out");
        ModelCompiler.main(new String[] {folder.toString(), "1", output.toString()});
        return Files.readString(output.resolve("dev/kcm/model").resolve(file));
    }
}
