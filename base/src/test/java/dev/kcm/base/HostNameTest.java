package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
    @Test
    void is_the_kernels_word_though_nobody_can_resolve_it(@TempDir Path directory) throws Exception {
        var kernel = Files.writeString(directory.resolve("hostname"), "kube-controller-manager-x7k2p\n");
        assertThat(HostName.from(kernel)).isEqualTo("kube-controller-manager-x7k2p");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void is_read_of_this_host() throws Exception {
        assertThat(HostName.ofThisHost())
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }
}
