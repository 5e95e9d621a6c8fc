// Prints what upstream makes of many schedules, one case per line, tab-separated, texts as JSON, times in RFC 3339; "never" where
// there is none:
//
//	next    schedule  zone of the program  time  next time
//	wrong   schedule  message
//	zone    name  known | unknown
//	due     schedule  zone  created  last scheduled | never  deadline in seconds | none  now  due | never  none | few | many | error
//	        how long to wait, in nanoseconds
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"
	_ "time/tzdata"
	_ "unsafe"

	"github.com/robfig/cron/v3"
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	_ "k8s.io/kubernetes/pkg/controller/cronjob"
	"k8s.io/kubernetes/pkg/util/parsers"
)

//go:linkname mostRecentScheduleTime k8s.io/kubernetes/pkg/controller/cronjob.mostRecentScheduleTime
func mostRecentScheduleTime(job *batchv1.CronJob, now time.Time, schedule cron.Schedule, withDeadline bool) (time.Time, *time.Time, int, error)

//go:linkname nextScheduleTimeDuration k8s.io/kubernetes/pkg/controller/cronjob.nextScheduleTimeDuration
func nextScheduleTimeDuration(job *batchv1.CronJob, now time.Time, schedule cron.Schedule) *time.Duration

var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns",
	"Europe/London", "America/Havana", "Asia/Beirut", "America/Santiago", "Asia/Tokyo", "Africa/Cairo", "America/Asuncion", "Pacific/Apia",
	"America/Sao_Paulo", "Asia/Amman", "Atlantic/Azores", "Asia/Tehran",
}

// Around changes of the clocks, some at midnight, some of half an hour, and the day that Samoa left out.
var turns = []string{
	"2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z",
	"2018-11-04T03:00:00Z", "2019-02-17T02:00:00Z", "2026-03-08T05:00:00Z", "2026-11-01T05:00:00Z", "2026-03-28T22:00:00Z", "2026-10-24T21:00:00Z",
	"2026-09-06T04:00:00Z", "2026-04-05T03:00:00Z", "2011-12-30T10:00:00Z", "2026-04-23T22:00:00Z", "2026-10-29T21:00:00Z", "2017-10-15T03:00:00Z",
	"2021-03-21T20:30:00Z", "2021-03-26T22:00:00Z", "2023-10-01T04:00:00Z", "2016-10-16T03:00:00Z", "2026-03-29T01:00:00Z", "2026-12-31T23:30:00Z",
}

var odd = []string{
	"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly", "@every 1h30m", "@every 90s", "@every 1.5s", "@every 10ms", "@every -1h",
	"0 0 29 2 *", "0 0 31 2 *", "59 23 31 2 *", "0 0 31 * *", "0 0 13 * 5", "0 0 */2 * 5", "0 0 * * */2", "0 0 ? * MON", "0 0 */1 * 1", "0 0 1-31 * 1",
	"30 2 * * *", "0 2 * * *", "0 0 * * *", "0 1 * * *", "30 1 * * *", "0 */2 * * *", "15 3 1 * *", "0 0 1 11 *", "0 0 1 */3 *", "*/7 * * * *", "5/15 * * * *",
	"0 0 1 jan,JUL *", "0 12 * * sun", "0 12 * * Mon-Fri", "30 6-16/4 * * 1-5", "1,,2 * * * *", ", * * * *", "*-5 * * * *", "+5 * * * *", "59 23 31 12 *", "0 0 30 9 *",
	"TZ=Asia/Tokyo 0 9 * * *", "CRON_TZ=America/New_York 30 2 * * *", "TZ=Local 0 9 * * *", "TZ= 0 9 * * *", "TZ=UTC @daily", "TZ=UTC   0 9 * * *", "TZ=Europe/Berlin @every 2h",
	"0 0 15 10 *", "0 0 4 11 *", "0 0 30 12 *", "* 0 * * *", "* 2 * * *", "0 3 * * 0",
}

// Often enough to be missed.
var frequent = []string{
	"* * * * *", "*/5 * * * *", "0 * * * *", "@hourly", "@every 7m", "@every 45s", "@every 36h", "30 */2 * * *", "0 0 * * *", "30 6-16/4 * * 1-5", "* 0 * * *", "0,1 2 * * *", "15 2,3 * * *",
}

var wrong = []string{
	"", " ", "*", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 0 *", "* * * 13 *", "* * * * 7", "5-3 * * * *", "1-2-3 * * * *",
	"*/0 * * * *", "*/1/2 * * * *", "a * * * *", "* * * foo *", "* * * * sunday", "- * * * *", "1- * * * *", "-1 * * * *", "1.5 * * * *", "99999999999 * * * *",
	"99999999999999999999 * * * *", "*/x * * * *", "*/-1 * * * *", "@never", "@", " @daily", "@Daily", "@daily ", "TZ=Nowhere/Land 0 0 * * *", "TZ=../etc 0 0 * * *", "TZ=/etc 0 0 * * *",
	"TZ=UTC", "CRON_TZ=", "TZ=UTC ", "TZ=UTC * * *", "0 0 L * *", "0 0 1W * *", "0 0 * * 5#2", "é * * * *", "0x1 * * * *", "1_0 * * * *", "mon * * * *", "* * mon * *",
	"@every soon", "@every 5", "@every 5 days", "@every ", "@every 1h30", "@every 1h.m", "@every .5x1s", "@every +-1s", "@every 9999999h", "@every -", "@every 1s \"",
}

var names = []string{
	"", "UTC", "Local", "Europe/Berlin", "EST", "MST", "HST", "EST5EDT", "ROC", "Factory", "GMT", "GMT0", "GMT+0", "GMT-0", "Etc/GMT+5", "US/Pacific", "Zulu", "UCT", "CET",
	"Mars/Olympus", "SystemV/PST8", "GMT+1", "UTC+1", "+01:00", "UT", "Z", "PST", "../UTC", "/UTC", "\\UTC", "Europe/../UTC", "Europe",
}

func quote(value any) string {
	bytes, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(bytes))
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func pick(random *rand.Rand, from []string) string { return from[random.Intn(len(from))] }

func field(random *rand.Rand, least, most int) string {
	number := func() int { return least + random.Intn(most-least+1) }
	low := number()
	switch random.Intn(7) {
	case 0, 1, 2:
		return "*"
	case 3:
		return fmt.Sprintf("*/%d", 1+random.Intn((most-least)/2+1))
	case 4:
		return fmt.Sprintf("%d-%d", low, low+random.Intn(most-low+1))
	case 5:
		return fmt.Sprintf("%d,%d", low, number())
	default:
		return fmt.Sprint(low)
	}
}

func schedule(random *rand.Rand) string {
	if random.Intn(3) == 0 {
		return pick(random, odd)
	}
	minute := fmt.Sprint(15 * random.Intn(4))
	if random.Intn(3) == 0 {
		minute = field(random, 0, 59)
	}
	return strings.Join([]string{minute, field(random, 0, 23), field(random, 1, 31), field(random, 1, 12), field(random, 0, 6)}, " ")
}

func instant(random *rand.Rand) time.Time {
	base, err := time.Parse(time.RFC3339, pick(random, turns))
	if err != nil {
		panic(err)
	}
	if random.Intn(4) == 0 {
		return base.Add(time.Duration(random.Int63n(int64(3 * 365 * 24 * time.Hour))))
	}
	around := time.Duration(random.Int63n(int64(60*time.Hour))) - 48*time.Hour
	if random.Intn(2) == 0 {
		around = around.Truncate(15 * time.Minute)
	}
	return base.Add(around)
}

func location(name string) *time.Location {
	loaded, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return loaded
}

func printDue(out *bufio.Writer, random *rand.Rand, text, zone string) {
	parsed, err := parsers.ParseCronScheduleWithPanicRecovery(text)
	if err != nil {
		panic(err)
	}
	local := location(zone)
	now := instant(random).Truncate(time.Millisecond).In(local)
	ago := []time.Duration{time.Minute, time.Hour, 24 * time.Hour, 90 * 24 * time.Hour}[random.Intn(4)]
	created := now.Add(-time.Duration(random.Int63n(int64(ago)))).Truncate(time.Second)
	job := &batchv1.CronJob{ObjectMeta: metav1.ObjectMeta{CreationTimestamp: metav1.Time{Time: created}}}
	last, deadline := time.Time{}, "none"
	if random.Intn(2) == 0 {
		last = created.Add(time.Duration(random.Int63n(int64(now.Sub(created)) + 1))).Truncate(time.Second)
		job.Status.LastScheduleTime = &metav1.Time{Time: last}
	}
	if random.Intn(2) == 0 {
		seconds := []int64{0, 10, 300, 7200, 1000000}[random.Intn(5)]
		job.Spec.StartingDeadlineSeconds = &seconds
		deadline = fmt.Sprint(seconds)
	}
	_, due, missed, err := mostRecentScheduleTime(job, now, parsed, true)
	found, verdict := "never", []string{"none", "few", "many"}[missed]
	if due != nil {
		found = stamp(*due)
	}
	if err != nil {
		verdict = "error"
	}
	wait := nextScheduleTimeDuration(job, now, parsed)
	fmt.Fprintf(out, "due\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n",
		quote(text), zone, stamp(created), stamp(last), deadline, stamp(now), found, verdict, wait.Nanoseconds())
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(11))
	for _, text := range wrong {
		_, err := parsers.ParseCronScheduleWithPanicRecovery(text)
		fmt.Fprintf(out, "wrong\t%s\t%s\n", quote(text), quote(fmt.Sprint(err)))
	}
	for _, name := range names {
		known := "known"
		if _, err := time.LoadLocation(name); err != nil {
			known = "unknown"
		}
		fmt.Fprintf(out, "zone\t%s\t%s\n", quote(name), known)
	}
	print := func(text, zone string, at time.Time) {
		parsed, err := parsers.ParseCronScheduleWithPanicRecovery(text)
		if err != nil {
			panic(text + ": " + err.Error())
		}
		fmt.Fprintf(out, "next\t%s\t%s\t%s\t%s\n", quote(text), zone, stamp(at), stamp(parsed.Next(at.In(location(zone)))))
	}
	for _, text := range odd {
		for range 5 {
			print(text, pick(random, zones), instant(random))
		}
	}
	for range 900 {
		print(schedule(random), pick(random, zones), instant(random))
	}
	for range 200 {
		printDue(out, random, schedule(random), pick(random, zones))
		printDue(out, random, pick(random, frequent), pick(random, zones))
	}
}
