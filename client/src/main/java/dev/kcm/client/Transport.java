package dev.kcm.client;

import dev.kcm.base.Deadline;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.function.Consumer;

/// Carries requests to a server: over HTTP, or to one in the same process without any encoding.
/// Below it lie encoding and connections; above it rate limits, retries, metrics and warnings.
///
/// Blocking; thread-safe. Every method throws `ApiException` for whatever does not succeed.
public interface Transport extends AutoCloseable {

    /// The server's name in metrics.
    String host();

    /// The authorities that the server's certificate is checked with, as PEM text; empty where that
    /// is left to the system or not done at all.
    default String authorities() {
        return "";
    }

    /// Get, create, update and patch: the object in the answer, read as an object of `as`.
    <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as);

    /// Any write; of the response only what a [WriteResult] holds is read.
    Response<WriteResult> sendForResult(ApiRequest request);

    /// One page of a list. Items are handed over as they are read, so an exception may come after
    /// some of them.
    <A extends KubeObject> Response<ListPosition> list(ApiRequest request, Resource<A> as, Consumer<? super A> items);

    /// Returns once the server has accepted the watch.
    <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as);

    /// `path` with its query, as it stands on the request line.
    Response<RawResponse> raw(String path, String accept, Deadline deadline);

    /// Ends every watch and connection.
    @Override
    void close();
}
