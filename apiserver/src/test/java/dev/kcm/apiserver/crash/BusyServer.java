package dev.kcm.apiserver.crash;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.log.DiskDirectory;
import dev.kcm.apiserver.store.log.FileWriteAheadLog;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/// The process to be killed: an API server on a directory, and threads that write through it without
/// end. Of every write it says on standard output that it begins and, when it is acknowledged, at
/// which resource version:
///
/// ```
/// begin NAME VALUE
/// done NAME VALUE VERSION
/// ```
///
/// A name belongs to one thread and its values go up by one; a negative value means that the object
/// is deleted. Lines go out at once, so that a kill takes back nothing that was said.
public final class BusyServer {
    private static final int THREADS = 4;
    private static final int NAMES = 8;
    private static final String NAMESPACE = "default";

    private final ApiServer server;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private BusyServer(ApiServer server) {
        this.server = server;
    }

    /// Arguments: the directory, the seed, and the value to begin with.
    public static void main(String[] arguments) throws Exception {
        var log = FileWriteAheadLog.open(new DiskDirectory(Path.of(arguments[0]), true), Clock.system());
        var store = VersionedStore.open(log, HistoryLimits.DEFAULT);
        var server =
                ApiServer.start(new ApiServer.Parts(store, Clock.system(), new Random(1), KeyKind.EC_P256.generate()));
        var busy = new BusyServer(server);
        long seed = Long.parseLong(arguments[1]);
        int first = Integer.parseInt(arguments[2]);
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            Thread.ofPlatform().start(() -> busy.write(number, new Random(seed * THREADS + number), first));
        }
    }

    private void write(int thread, Random random, int first) {
        try {
            for (int value = first; ; value++) {
                var name = "object-%d-%d".formatted(thread, random.nextInt(NAMES));
                var key = ObjectKey.of(NAMESPACE, name);
                var isThere = server.store().get(ConfigMap.CONFIG_MAPS, key).isPresent();
                var isRemoval = isThere && random.nextInt(4) == 0;
                var said = name + " " + (isRemoval ? -value : value);
                say("begin " + said);
                say("done " + said + " " + written(key, value, isThere, isRemoval));
            }
        } catch (InterruptedException | IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private String written(ObjectKey key, int value, boolean isThere, boolean isRemoval) throws InterruptedException {
        var target = Target.object(ConfigMap.CONFIG_MAPS, key);
        if (isRemoval) {
            server.handle(RequestUser.ADMINISTRATOR, new Operation.Delete(target, DeleteOptions.EMPTY));
            return "-";
        }
        var object = object(key, value);
        var call = isThere
                ? new Operation.Update(target, object, WriteOptions.NONE)
                : new Operation.Create(Target.collection(ConfigMap.CONFIG_MAPS, NAMESPACE), object, WriteOptions.NONE);
        var answer = (ApiResponse.One) server.handle(RequestUser.ADMINISTRATOR, call);
        return answer.object().resourceVersion();
    }

    private static KubeObject object(ObjectKey key, int value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(key.namespace()).name(key.name()))
                .putData("value", Integer.toString(value))
                .build();
    }

    private synchronized void say(String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
