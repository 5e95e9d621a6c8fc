package dev.kcm.base.log;

/// How bad a message is. Only `INFO` has verbosity levels.
public enum Severity {
    INFO('I'),
    WARNING('W'),
    ERROR('E');

    private final char letter;

    Severity(char letter) {
        this.letter = letter;
    }

    /// The letter a klog line starts with.
    public char letter() {
        return letter;
    }
}
