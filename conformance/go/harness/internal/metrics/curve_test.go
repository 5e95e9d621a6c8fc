package metrics

import (
	"testing"
	"time"
)

// The same table as in UsageCurveTest.java.
func TestCurveGoesWhereItsLegsGo(t *testing.T) {
	for _, test := range []struct {
		text    string
		elapsed time.Duration
		amount  string
	}{
		{"250m", 0, "250m"},
		{"250m", 24 * time.Hour, "250m"},
		{"0.25", 0, "250m"},
		{"64Mi", time.Hour, "64Mi"},
		{"100m..800m/10m", -5 * time.Second, "100m"},
		{"100m..800m/10m", 0, "100m"},
		{"100m..800m/10m", 5 * time.Minute, "450m"},
		{"100m..800m/10m", time.Second, "101m"},
		{"100m..800m/10m", 10 * time.Minute, "800m"},
		{"100m..800m/10m", 100 * time.Hour, "800m"},
		{"800m..100m/10m", time.Second, "798m"},
		{"1..2/3s", time.Second, "1333m"},
		{"2..1/3s", time.Second, "1666m"},
		{"-3..3/6s", time.Second, "-2"},
		{"64Mi..128Mi/10m", 5 * time.Minute, "96Mi"},
		{"1Mi..2Mi/3s", time.Second, "1398101"},
		{"100M..200M/3s", time.Second, "133333333333m"},
		{"100m..800m/10m,800m..100m/1h", 10 * time.Minute, "800m"},
		{"100m..800m/10m,800m..100m/1h", 40 * time.Minute, "450m"},
		{"100m..800m/10m,800m..100m/1h", 70 * time.Minute, "100m"},
		{"100m..800m/10m, 5..6/1m", 10 * time.Minute, "5"},
		{"0.1..0.8/10m", 5 * time.Minute, "450m"},
		{"1..2/1500ms", 750 * time.Millisecond, "1500m"},
	} {
		curve, err := parseCurve(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if at := curve.at(test.elapsed); at.String() != test.amount {
			t.Errorf("%s after %s is %s, not %s", test.text, test.elapsed, at.String(), test.amount)
		}
	}
}

func TestCurveSaysWhatItCannotRead(t *testing.T) {
	for text, problem := range map[string]string{
		"":                 `"" is no quantity such as 250m or 64Mi`,
		"25O m":            `"25O m" is no quantity such as 250m or 64Mi`,
		"100m/10m":         `"100m/10m" is no quantity such as 250m or 64Mi`,
		"100m..800m":       `"100m..800m" is no leg of a curve such as 100m..800m/10m`,
		"100m..800m/10m,":  `"" is no leg of a curve such as 100m..800m/10m`,
		"100m..800m/10m,5": `"5" is no leg of a curve such as 100m..800m/10m`,
		"100m..many/10m":   `"many" is no quantity such as 250m or 64Mi`,
		"..800m/10m":       `"" is no quantity such as 250m or 64Mi`,
		"100m..800m/0s":    `"100m..800m/0s" takes no time`,
		"100m..800m/-5s":   `"100m..800m/-5s" takes no time`,
	} {
		if _, err := parseCurve(text); err == nil || err.Error() != problem {
			t.Errorf("%q: %v, not %s", text, err, problem)
		}
	}
}
