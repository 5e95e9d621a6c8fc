// Package tour runs one script of kubectl commands on the embedded server and on a real kube-apiserver and compares what kubectl
// printed and how it ended.
package tour

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

// Line is one kubectl command of the script.
type Line struct {
	Section string
	Text    string   // as written, without marks: how a line is called in reports and in the list of differences
	Words   []string // kubectl's arguments
	Input   string   // the file for standard input, if any

	Settled    bool          // it only has to succeed; what it prints depends on timing
	Eventually bool          // read again until it shows what is expected
	Sorted     bool          // the order of lines does not matter
	Names      bool          // explain: only the names and types of fields count
	Kubelet    bool          // leave out what KWOK does not write of pods
	Machine    bool          // leave out what a server says of its build, its port and its nodes' software
	Needs      []string      // controllers it needs
	Editor     string        // a sed command in place of an editor
	For        time.Duration // a watch: ended after this time
	Background string        // a watch that runs until a line ends it by this name
	End        string        // ends that watch; it has no command of its own
	Keep       string        // keeps what it prints: later lines and their input have it in place of {NAME}
}

// Script is the whole tour.
type Script []Line

// Read parses the script: sections begin with `== NAME`, marks stand in brackets before a command.
func Read(path string) (Script, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var script Script
	section := ""
	scanner := bufio.NewScanner(file)
	for number := 1; scanner.Scan(); number++ {
		text := strings.TrimSpace(scanner.Text())
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, "== "):
			section = strings.TrimSpace(text[3:])
		default:
			line, err := parseLine(section, text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, number, err)
			}
			script = append(script, line)
		}
	}
	return script, scanner.Err()
}

func parseLine(section, text string) (Line, error) {
	line := Line{Section: section}
	if section == "" {
		return line, fmt.Errorf("a command before the first `== SECTION`")
	}
	for strings.HasPrefix(text, "[") {
		end := strings.Index(text, "]")
		if end < 0 {
			return line, fmt.Errorf("no ] after %q", text)
		}
		if err := line.mark(text[1:end]); err != nil {
			return line, err
		}
		text = strings.TrimSpace(text[end+1:])
	}
	line.Text = text
	words, err := split(text)
	if err != nil {
		return line, err
	}
	for i, word := range words {
		if word == "<" && i+2 == len(words) {
			line.Input = words[i+1]
			words = words[:i]
			break
		}
	}
	line.Words = words
	if len(words) == 0 && line.End == "" {
		return line, fmt.Errorf("no command")
	}
	return line, nil
}

func (l *Line) mark(mark string) (err error) {
	name, value, _ := strings.Cut(mark, " ")
	switch name {
	case "settled":
		l.Settled = true
	case "eventually":
		l.Eventually = true
	case "sorted":
		l.Sorted = true
	case "names":
		l.Names = true
	case "kubelet":
		l.Kubelet = true
	case "machine":
		l.Machine = true
	case "needs":
		l.Needs = append(l.Needs, value)
	case "editor":
		l.Editor = value
	case "for":
		l.For, err = time.ParseDuration(value)
	case "background":
		l.Background = value
	case "end":
		l.End = value
	case "keep":
		l.Keep = value
	default:
		return fmt.Errorf("unknown mark [%s]", mark)
	}
	return err
}

// split takes a command apart as a shell would, as far as quotes go.
func split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	for _, char := range text {
		switch {
		case quote != 0 && char == quote:
			quote = 0
		case quote == 0 && (char == '\'' || char == '"'):
			quote, inWord = char, true
		case quote == 0 && char == ' ':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(char)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// Sections are the names in order.
func (s Script) Sections() []string {
	var sections []string
	for _, line := range s {
		if len(sections) == 0 || sections[len(sections)-1] != line.Section {
			sections = append(sections, line.Section)
		}
	}
	return sections
}

// Only is the part of the script with the named sections; no names mean all.
func (s Script) Only(sections []string) (Script, error) {
	if len(sections) == 0 {
		return s, nil
	}
	wanted := map[string]bool{}
	for _, section := range sections {
		wanted[section] = true
	}
	var part Script
	for _, line := range s {
		if wanted[line.Section] {
			part = append(part, line)
		}
	}
	for section := range wanted {
		found := false
		for _, line := range part {
			found = found || line.Section == section
		}
		if !found {
			return nil, fmt.Errorf("the tour has no section %q; it has %s", section, strings.Join(s.Sections(), ", "))
		}
	}
	return part, nil
}
