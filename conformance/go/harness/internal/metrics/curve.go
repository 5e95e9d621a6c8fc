package metrics

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// curve is an amount over time, read and computed as the embedded cluster does (UsageCurve.java): one that never changes
// (`250m`), or legs, one after the other (`100m..800m/10m,800m..100m/1h`), after which it stays where the last one ended.
type curve struct {
	legs []leg
	end  resource.Quantity
}

type leg struct {
	from, to resource.Quantity
	takes    time.Duration
}

func parseCurve(text string) (curve, error) {
	if !strings.Contains(text, "..") {
		amount, err := parseAmount(text)
		return curve{end: amount}, err
	}
	var parsed curve
	for _, part := range strings.Split(text, ",") {
		leg, err := parseLeg(strings.TrimSpace(part))
		if err != nil {
			return curve{}, err
		}
		parsed.legs, parsed.end = append(parsed.legs, leg), leg.to
	}
	return parsed, nil
}

func parseLeg(text string) (leg, error) {
	amounts, duration, isTimed := strings.Cut(text, "/")
	first, second, isLeg := strings.Cut(amounts, "..")
	if !isTimed || !isLeg {
		return leg{}, fmt.Errorf("%q is no leg of a curve such as 100m..800m/10m", text)
	}
	takes, err := time.ParseDuration(strings.TrimSpace(duration))
	if err != nil {
		return leg{}, err
	}
	if takes.Milliseconds() <= 0 {
		return leg{}, fmt.Errorf("%q takes no time", text)
	}
	from, err := parseAmount(first)
	if err != nil {
		return leg{}, err
	}
	to, err := parseAmount(second)
	return leg{from: from, to: to, takes: takes}, err
}

func parseAmount(text string) (resource.Quantity, error) {
	stripped := strings.TrimSpace(text)
	amount, err := resource.ParseQuantity(stripped)
	if err != nil {
		return amount, fmt.Errorf("%q is no quantity such as 250m or 64Mi", stripped)
	}
	amount.Add(resource.Quantity{}) // forgets how it was spelled
	return amount, nil
}

// at is the amount so long after the start; before that, where the curve starts.
func (c curve) at(sinceStart time.Duration) resource.Quantity {
	left := max(sinceStart, 0)
	for _, leg := range c.legs {
		if left < leg.takes {
			return leg.at(left)
		}
		left -= leg.takes
	}
	return c.end
}

// at rounds down to thousandths, or to whole amounts of binary ones.
func (l leg) at(sinceItBegan time.Duration) resource.Quantity {
	from, to := exact(l.from), exact(l.to)
	part := big.NewRat(sinceItBegan.Milliseconds(), l.takes.Milliseconds())
	amount := new(big.Rat).Add(from, part.Mul(part, to.Sub(to, from)))
	if l.from.Format == resource.BinarySI {
		return *resource.NewQuantity(floor(amount), resource.BinarySI)
	}
	return *resource.NewMilliQuantity(floor(amount.Mul(amount, big.NewRat(1000, 1))), l.from.Format)
}

func (c curve) isEverNegative() bool {
	for _, leg := range c.legs {
		if leg.from.Sign() < 0 || leg.to.Sign() < 0 {
			return true
		}
	}
	return c.end.Sign() < 0
}

func exact(amount resource.Quantity) *big.Rat {
	rat, _ := new(big.Rat).SetString(amount.AsDec().String())
	return rat
}

func floor(amount *big.Rat) int64 {
	quotient, remainder := new(big.Int).QuoRem(amount.Num(), amount.Denom(), new(big.Int))
	if remainder.Sign() < 0 {
		quotient.Sub(quotient, big.NewInt(1))
	}
	return quotient.Int64()
}
