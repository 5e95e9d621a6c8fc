package process

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of CPU times in /proc, 1/100 s on every Linux that Go and the JDK run on.
const clockTick = 10 * time.Millisecond

// Usage is what a process and its living descendants have used so far.
type Usage struct {
	CPU         time.Duration
	Resident    int64 // bytes
	PeakBytes   int64 // high-water mark of the resident set
	ThreadCount int
}

// Usage adds up the process and all its descendants, so that a launcher script in front does not hide the program.
func (p *Process) Usage() Usage {
	var total Usage
	for _, id := range family(p.ID) {
		stat, err := readStat(id)
		if err != nil {
			continue
		}
		status := readStatus(id)
		total.CPU += time.Duration(stat.userTicks+stat.kernelTick) * clockTick
		total.Resident += status["VmRSS"] * 1024
		total.PeakBytes += status["VmHWM"] * 1024
		total.ThreadCount += int(status["Threads"])
	}
	return total
}

// ResetPeak makes the kernel measure the high-water mark from now on.
func (p *Process) ResetPeak() {
	for _, id := range family(p.ID) {
		_ = os.WriteFile("/proc/"+strconv.Itoa(id)+"/clear_refs", []byte("5"), 0o200)
	}
}

// family is the process and its descendants.
func family(root int) []int {
	children := map[int][]int{}
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if id, err := strconv.Atoi(entry.Name()); err == nil {
			if stat, err := readStat(id); err == nil {
				children[stat.parent] = append(children[stat.parent], id)
			}
		}
	}
	members := []int{root}
	for index := 0; index < len(members); index++ {
		members = append(members, children[members[index]]...)
	}
	return members
}

func readStatus(id int) map[string]int64 {
	values := map[string]int64{}
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(id) + "/status")
	for _, line := range strings.Split(string(text), "\n") {
		if name, rest, found := strings.Cut(line, ":"); found {
			if fields := strings.Fields(rest); len(fields) > 0 {
				values[name], _ = strconv.ParseInt(fields[0], 10, 64)
			}
		}
	}
	return values
}
