// Command etcd is the etcd server: its own command lives in a module that cannot be required, its code in one that can.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
