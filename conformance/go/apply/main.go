// Command apply writes facts about upstream's server-side apply.
//
//	go run . schema ../../../model/src/main/schema/kinds-1.36.3.tsv ../../../model/src/main/resources/dev/kcm/model/ownership/schema.tsv
//	go run . cases ../../../model/src/main/schema/kinds-1.36.3.tsv | gzip -9n > ../../../model/src/test/resources/golden/apply.jsonl.gz
//
// The first is the schema by which objects of built-in kinds are merged, converted as upstream's server converts its OpenAPI
// definitions. The second is what upstream's field manager does to seeded random objects, for AppliedFactsTest of the model.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	switch {
	case len(arguments) == 3 && arguments[0] == "schema":
		return writeSchema(arguments[1], arguments[2])
	case len(arguments) == 2 && arguments[0] == "cases":
		return writeCases(arguments[1])
	}
	return fmt.Errorf("usage: apply schema KINDS OUT | apply cases KINDS")
}
