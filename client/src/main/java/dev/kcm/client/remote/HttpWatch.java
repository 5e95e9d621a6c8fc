package dev.kcm.client.remote;

import dev.kcm.client.Failures;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.http.DeadlineExceededException;
import dev.kcm.client.http.HttpStream;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.wire.ProtoException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// A watch on a connection of its own.
final class HttpWatch<T extends KubeObject> implements Watch<T> {
    private final HttpStream stream;
    private final WatchFrames frames;
    private final EventDecoder<T> decoder;
    private final WatchTimeouts timeouts;
    private final Consumer<HttpWatch<T>> ended;
    private Duration gathering = Duration.ZERO;
    private volatile boolean isClosed;

    HttpWatch(HttpStream stream, Resource<T> resource, WatchTimeouts timeouts, Consumer<HttpWatch<T>> ended) {
        boolean isBinary = MediaTypes.isProtobuf(ResponseReader.contentType(stream.response()));
        this.stream = stream;
        this.frames = new WatchFrames(stream.response().body(), isBinary);
        this.decoder = new EventDecoder<>(resource, isBinary);
        this.timeouts = timeouts;
        this.ended = ended;
    }

    @Override
    public Optional<WatchEvent<T>> next() {
        if (isClosed) {
            return Optional.empty();
        }
        stream.allowSilence(timeouts.now());
        try {
            gather();
            if (frames.next()) {
                stream.heard();
                var event = decoder.event(frames.buffer(), frames.length());
                timeouts.heard(event);
                return Optional.of(event);
            }
            stream.finish();
            close();
            return Optional.empty();
        } catch (IOException failure) {
            boolean isEnd = isClosed || (!timeouts.isInitial() && stream.isClosedForQuiet(failure));
            close();
            if (isEnd) {
                return Optional.empty();
            }
            throw new ApiException(broken(failure), failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            close();
            return Optional.empty();
        } catch (ProtoException | JsonException unreadable) {
            close();
            throw new ApiException(Failures.unreadable("A watch of " + decoder.resource(), unreadable), unreadable);
        }
    }

    @Override
    public void gather(Duration time) {
        gathering = time;
    }

    private void gather() throws IOException, InterruptedException {
        if (gathering.isPositive() && !timeouts.isInitial() && !frames.hasBegun()) {
            stream.gather(gathering);
        }
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            stream.close();
            ended.accept(this);
        }
    }

    private dev.kcm.model.failure.ApiFailure broken(IOException failure) {
        return failure instanceof DeadlineExceededException
                ? Failures.timeout("The watch of %s was silent for %d s, longer than a living server is"
                        .formatted(decoder.resource(), timeouts.now().toSeconds()))
                : Failures.transport("The watch of %s broke: %s".formatted(decoder.resource(), failure.getMessage()));
    }
}
