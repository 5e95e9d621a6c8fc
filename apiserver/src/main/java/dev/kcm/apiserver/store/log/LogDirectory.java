package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.util.Optional;

/// The directory of a log, as far as a log needs one.
public interface LogDirectory {
    /// Opens a file that is there.
    Optional<LogFile> open(String name) throws IOException;

    /// Makes an empty file that only its owner can read, in the place of one of that name. A power loss may take it
    /// back until [#force] has returned.
    LogFile create(String name) throws IOException;

    /// Gives the file `from` the name `to`, in the place of what has it; all of it or nothing.
    void replace(String from, String to) throws IOException;

    /// Makes names survive a power loss.
    void force() throws IOException;

    /// Deletes a file if it is there.
    void delete(String name) throws IOException;

    /// The name with its directory, for people.
    String described(String name);
}
