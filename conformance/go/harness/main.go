// Command harness is what conformance/run and bench/run start: it brings real clusters up and down on this machine and runs
// upstream's end-to-end suite and our measurements on them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"

	"dev.kcm/conformance/harness/internal/cluster"
)

// command is one subcommand: flags are declared on the set, the returned function runs after they are parsed.
type command struct {
	name     string
	argument string
	summary  string
	declare  func(flags *pflag.FlagSet) runner
}

type runner func(ctx context.Context, environment cluster.Environment, arguments []string) error

// errQuiet ends with exit code 1 when everything has been said already.
var errQuiet = errors.New("failed")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case err == nil, errors.Is(err, pflag.ErrHelp):
	case errors.Is(err, errQuiet):
		os.Exit(1)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, cluster.ErrInterrupted)
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string) error {
	environment, err := cluster.EnvironmentFromVariables()
	if err != nil {
		return err
	}
	if len(arguments) == 2 && arguments[0] == cluster.GuardCommand {
		return cluster.RunGuard(environment, arguments[1], os.Stdin)
	}
	if len(arguments) == 2 && arguments[0] == cluster.MetricsCommand {
		return cluster.RunMetrics(ctx, environment, arguments[1])
	}
	program, commands := "conformance/run", conformanceCommands()
	if len(arguments) > 0 && arguments[0] == "bench" {
		program, commands, arguments = "bench/run", benchCommands(), arguments[1:]
	}
	if len(arguments) == 0 || arguments[0] == "help" || arguments[0] == "--help" || arguments[0] == "-h" {
		printHelp(program, commands)
		return nil
	}
	for _, command := range commands {
		if command.name == arguments[0] {
			return command.run(ctx, program, environment, arguments[1:])
		}
	}
	return fmt.Errorf("%s has no %q; `%s help` lists what it has", program, arguments[0], program)
}

func (c command) run(ctx context.Context, program string, environment cluster.Environment, arguments []string) error {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {
		fmt.Printf("%s %s %s\n%s\n\n%s", program, c.name, c.argument, c.summary, flags.FlagUsages())
	}
	run := c.declare(flags)
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	return run(ctx, environment, flags.Args())
}

func printHelp(program string, commands []command) {
	fmt.Printf("usage: %s COMMAND [FLAGS]; `%s COMMAND --help` shows the flags\n\n", program, program)
	if program == "conformance/run" {
		fmt.Printf("  %-14s %s\n", "build", "Build the pinned upstream programs into the cache; the other commands do it when needed")
	}
	for _, command := range commands {
		fmt.Printf("  %-14s %s\n", command.name, command.summary)
	}
}

func noArguments(arguments []string) error {
	if len(arguments) > 0 {
		return fmt.Errorf("unexpected argument %q", arguments[0])
	}
	return nil
}
