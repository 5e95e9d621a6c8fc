package dev.kcm.client;

import java.util.List;

/// What came back: the thing itself, and what metrics and the warning log want to know about it.
public record Response<R>(R value, int code, List<String> warnings, long bytesSent, long bytesReceived) {}
