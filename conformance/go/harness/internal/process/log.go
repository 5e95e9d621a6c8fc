package process

import (
	"io"
	"os"
	"strings"
)

// Tail returns the last lines of a log file.
func Tail(path string, lines int) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	const window = 64 << 10
	if size, err := file.Seek(0, io.SeekEnd); err == nil {
		_, _ = file.Seek(max(0, size-window), io.SeekStart)
	}
	text, _ := io.ReadAll(file)
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
