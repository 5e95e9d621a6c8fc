package dev.kcm.client;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.WriteOptions;
import java.util.List;
import java.util.function.Consumer;

/// Sends the operations of one client: gives each what the client's settings say of all writes, and
/// has them executed over the transport. Thread-safe.
final class OperationSender {
    private final Transport transport;
    private final RequestExecutor executor;
    private final ClientSettings settings;

    OperationSender(Transport transport, RequestExecutor executor, ClientSettings settings) {
        this.transport = transport;
        this.executor = executor;
        this.settings = settings;
    }

    /// A write of which only the result matters.
    WriteResult send(Operation write) {
        var sent = withSettings(write);
        return executor.send(write.httpMethod(), deadline -> transport.sendForResult(new ApiRequest(sent, deadline)));
    }

    /// @param as what to read the object in the response as
    <A extends KubeObject> A send(Operation operation, Resource<A> as) {
        var sent = withSettings(operation);
        return executor.send(operation.httpMethod(), deadline -> transport.send(new ApiRequest(sent, deadline), as));
    }

    <A extends KubeObject> ListPosition list(Operation.ListObjects list, Resource<A> as, Consumer<? super A> items) {
        var once = new OnceOnly<A>(items);
        return executor.send(
                list.httpMethod(),
                once::isUntouched,
                deadline -> transport.list(new ApiRequest(list, deadline), as, once));
    }

    <A extends KubeObject> Watch<A> watch(Operation.Watch watch, Resource<A> as) {
        return executor.open(
                watch.httpMethod(),
                deadline -> new Response<>(transport.watch(new ApiRequest(watch, deadline), as), 200, List.of(), 0, 0));
    }

    private Operation withSettings(Operation operation) {
        var ours = settings.writes();
        if (ours.equals(WriteOptions.NONE)) {
            return operation;
        }
        return switch (operation) {
            case Operation.Get _, Operation.ListObjects _, Operation.Watch _ -> operation;
            case Operation.Create(var target, var object, var _) -> new Operation.Create(target, object, ours);
            case Operation.Update(var target, var object, var _) -> new Operation.Update(target, object, ours);
            case Operation.Patch(var target, var type, var patch, var force, var its) ->
                new Operation.Patch(
                        target,
                        type,
                        patch,
                        force,
                        its.fieldManager().isEmpty() ? ours : ours.withFieldManager(its.fieldManager()));
            case Operation.Delete(var target, var options) -> new Operation.Delete(target, withSettings(options));
            case Operation.DeleteCollection(var target, var selection, var options) ->
                new Operation.DeleteCollection(target, selection, withSettings(options));
        };
    }

    private DeleteOptions withSettings(DeleteOptions options) {
        return settings.writes().isDryRun() ? options.withDryRun(List.of("All")) : options;
    }

    /// Knows whether any item was handed over, after which a list cannot be repeated: its consumer
    /// would see items twice. Used by one thread.
    private static final class OnceOnly<T> implements Consumer<T> {
        private final Consumer<? super T> items;
        private boolean isTouched;

        OnceOnly(Consumer<? super T> items) {
            this.items = items;
        }

        boolean isUntouched() {
            return !isTouched;
        }

        @Override
        public void accept(T item) {
            isTouched = true;
            items.accept(item);
        }
    }
}
