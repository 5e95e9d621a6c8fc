import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/// Packs a folder into an OCI image, as one tar that `docker load`, `podman load`, `ctr images
/// import` and `skopeo` take. Needs nothing but a JDK: `java tools/OciImage.java ROOT NAME
/// ARCHITECTURE OUT`.
///
/// The same folder gives the same bytes: entries are sorted, owned by root and keep their times.
public final class OciImage {
    private static final String USER = "65532:65532"; // as distroless images call "nonroot"
    private static final String ENTRY_POINT = "/usr/local/bin/kube-controller-manager";

    private OciImage() {}

    public static void main(String[] arguments) throws IOException {
        var root = Path.of(arguments[0]);
        var name = arguments[1];
        var architecture = arguments[2];
        var out = Path.of(arguments[3]);

        var layer = layer(root);
        var zipped = zipped(layer);
        var config = config(architecture, digest(layer));
        var manifest = manifest(config, zipped);

        try (var image = new Tar(Files.newOutputStream(out))) {
            image.file("oci-layout", text("{\"imageLayoutVersion\":\"1.0.0\"}"));
            image.file("index.json", index(name, manifest));
            image.file("manifest.json", forDocker(name, config, zipped));
            image.file(blob(manifest), manifest);
            image.file(blob(config), config);
            image.file(blob(zipped), zipped);
        }
    }

    private static byte[] layer(Path root) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new Tar(bytes);
                var files = Files.walk(root)) {
            for (var file : files.filter(it -> !it.equals(root)).sorted().toList()) {
                tar.entry(root, file);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] config(String architecture, String layerDigest) {
        return text("""
            {"architecture":"%s","os":"linux",\
            "config":{"User":"%s","Entrypoint":["%s"],"WorkingDir":"/tmp",\
            "Env":["PATH=/usr/local/bin:/usr/bin:/bin"]},\
            "rootfs":{"type":"layers","diff_ids":["%s"]}}\
            """.formatted(architecture, USER, ENTRY_POINT, layerDigest));
    }

    private static byte[] manifest(byte[] config, byte[] zipped) {
        return text("""
            {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",\
            "config":%s,"layers":[%s]}\
            """.formatted(
                        descriptor("application/vnd.oci.image.config.v1+json", config, ""),
                        descriptor("application/vnd.oci.image.layer.v1.tar+gzip", zipped, "")));
    }

    private static byte[] index(String name, byte[] manifest) {
        var names =
                ",\"annotations\":{\"io.containerd.image.name\":\"%s\",\"org.opencontainers.image.ref.name\":\"%s\"}"
                        .formatted(name, name.substring(name.lastIndexOf(':') + 1));
        return text("{\"schemaVersion\":2,\"manifests\":[%s]}"
                .formatted(descriptor("application/vnd.oci.image.manifest.v1+json", manifest, names)));
    }

    private static byte[] forDocker(String name, byte[] config, byte[] zipped) {
        return text("[{\"Config\":\"%s\",\"RepoTags\":[\"%s\"],\"Layers\":[\"%s\"]}]"
                .formatted(blob(config), name, blob(zipped)));
    }

    private static String descriptor(String mediaType, byte[] content, String more) {
        return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d%s}"
                .formatted(mediaType, digest(content), content.length, more);
    }

    private static String blob(byte[] content) {
        return "blobs/" + digest(content).replace(':', '/');
    }

    private static String digest(byte[] content) {
        try {
            var sum = MessageDigest.getInstance("SHA-256").digest(content);
            return "sha256:" + HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] zipped(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] text(String content) {
        return content.getBytes(StandardCharsets.UTF_8);
    }

    /// Writes the ustar form with POSIX headers for long names, the only part of tar an image
    /// needs.
    private static final class Tar implements AutoCloseable {
        private static final int BLOCK = 512;
        private final OutputStream out;

        Tar(OutputStream out) {
            this.out = new BufferedOutputStream(out);
        }

        void entry(Path root, Path file) throws IOException {
            var name = root.relativize(file).toString();
            long modified =
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (Files.isSymbolicLink(file)) {
                header(
                        name,
                        '2',
                        0777,
                        0,
                        modified,
                        Files.readSymbolicLink(file).toString());
            } else if (Files.isDirectory(file)) {
                header(name + "/", '5', name.equals("tmp") ? 01777 : 0755, 0, modified, "");
            } else {
                var content = Files.readAllBytes(file);
                int mode = Files.isExecutable(file) ? 0755 : 0644;
                header(name, '0', mode, content.length, modified, "");
                padded(content);
            }
        }

        void file(String name, byte[] content) throws IOException {
            header(name, '0', 0644, content.length, 0, "");
            padded(content);
        }

        private void header(String name, char type, int mode, long size, long modified, String link)
                throws IOException {
            var bytes = text(name);
            if (bytes.length > 100) {
                longName(name);
                bytes = Arrays.copyOf(bytes, 100);
            }
            var block = new byte[BLOCK];
            put(block, 0, bytes);
            octal(block, 100, 7, mode);
            octal(block, 108, 7, 0);
            octal(block, 116, 7, 0);
            octal(block, 124, 11, size);
            octal(block, 136, 11, modified / 1000);
            block[156] = (byte) type;
            put(block, 157, text(link));
            put(block, 257, text("ustar\00000"));
            Arrays.fill(block, 148, 156, (byte) ' ');
            int sum = 0;
            for (byte each : block) {
                sum += each & 0xff;
            }
            octal(block, 148, 6, sum);
            block[154] = 0;
            out.write(block);
        }

        private void longName(String name) throws IOException {
            var record = " path=" + name + "\n";
            int length = text(record).length + 1;
            while (Integer.toString(length).length() + text(record).length != length) {
                length++;
            }
            var content = text(length + record);
            header("PaxHeaders/name", 'x', 0644, content.length, 0, "");
            padded(content);
        }

        private void padded(byte[] content) throws IOException {
            out.write(content);
            out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        }

        private static void octal(byte[] block, int at, int digits, long value) {
            put(block, at, text(("%0" + digits + "o").formatted(value)));
        }

        private static void put(byte[] block, int at, byte[] content) {
            System.arraycopy(content, 0, block, at, content.length);
        }

        @Override
        public void close() {
            try {
                out.write(new byte[2 * BLOCK]);
                out.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
