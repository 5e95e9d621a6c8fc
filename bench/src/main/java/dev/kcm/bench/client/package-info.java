/// What a request costs our client in CPU, beside client-go on the same server: `bench/run client`.
@NullMarked
package dev.kcm.bench.client;

import org.jspecify.annotations.NullMarked;
