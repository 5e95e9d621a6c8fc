// Announces random events to client-go's correlator on a clock of its own and prints what becomes of
// them, for CorrelatorParityTest:
//
//	go run ./events > ../resources/dev/kcm/runtime/event/correlation.tsv
//
// Columns: seconds since the start, object, reason, message, then "skip", or "create" or "patch"
// with the event's count, its message, and the number of the line whose name it has.
//
// Messages are either few per object and reason or never the same twice: which of its known messages
// client-go forgets when it combines events is random.
package main

import (
	"fmt"
	"math/rand"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/record"
	testclock "k8s.io/utils/clock/testing"
)

const lines = 4000

func main() {
	random := rand.New(rand.NewSource(1))
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := testclock.NewFakePassiveClock(start)
	correlator := record.NewEventCorrelator(clock)
	now := start
	line := 0
	lineOf := map[string]int{}
	for line < lines {
		now = now.Add(time.Duration(pause(random)) * time.Second)
		clock.SetTime(now)
		for burst := 1 + random.Intn(4); burst > 0 && line < lines; burst-- {
			line++
			object := fmt.Sprintf("web-%d", line/60)
			if random.Intn(4) == 0 {
				object = fmt.Sprintf("web-%d", random.Intn(1+line/60))
			}
			reason, message := fmt.Sprintf("Few%d", random.Intn(2)), fmt.Sprintf("message %d", random.Intn(5))
			if random.Intn(5) < 3 {
				reason, message = "Many", fmt.Sprintf("message %d", line)
			}
			result, err := correlator.EventCorrelate(event(line, now, object, reason, message))
			if err != nil {
				panic(err)
			}
			fmt.Printf("%d\t%s\t%s\t%s\t", int(now.Sub(start).Seconds()), object, reason, message)
			if result.Skip {
				fmt.Println("skip")
				continue
			}
			verb := "create"
			if result.Event.Count > 1 {
				verb = "patch"
			}
			named, known := lineOf[result.Event.Name]
			if !known {
				named = line
				lineOf[result.Event.Name] = line
			}
			fmt.Printf("%s\t%d\t%s\t%d\n", verb, result.Event.Count, result.Event.Message, named)
		}
	}
}

// Mostly seconds, sometimes long enough to be forgotten.
func pause(random *rand.Rand) int {
	switch random.Intn(20) {
	case 0:
		return 590 + random.Intn(20)
	case 1, 2:
		return 100 + random.Intn(300)
	default:
		return random.Intn(20)
	}
}

func event(line int, now time.Time, object, reason, message string) *v1.Event {
	return &v1.Event{
		ObjectMeta:          metav1.ObjectMeta{Name: fmt.Sprintf("line-%d", line), Namespace: "shop"},
		InvolvedObject:      v1.ObjectReference{Kind: "ReplicaSet", APIVersion: "apps/v1", Namespace: "shop", Name: object, UID: "u"},
		Reason:              reason,
		Message:             message,
		FirstTimestamp:      metav1.NewTime(now),
		LastTimestamp:       metav1.NewTime(now),
		Count:               1,
		Type:                v1.EventTypeNormal,
		Source:              v1.EventSource{Component: "replicaset-controller"},
		ReportingController: "replicaset-controller",
	}
}
