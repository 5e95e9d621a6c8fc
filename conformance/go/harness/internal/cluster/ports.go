package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// Ports are taken from below the range that the kernel gives to outgoing connections, so that none is lost to one of them
// before its component listens.
const lowestPort, highestPort = 20000, 32000

// freePorts finds ports nobody listens on. All are held open until the last is found, so that they differ.
func freePorts() (Ports, error) {
	var ports Ports
	for _, port := range []*int{&ports.EtcdClient, &ports.EtcdPeer, &ports.APIServer, &ports.Scheduler, &ports.Kwok,
		&ports.Metrics, &ports.Manager, &ports.Standby} {
		listener, err := listenSomewhere()
		if err != nil {
			return ports, err
		}
		defer listener.Close()
		*port = listener.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}

func listenSomewhere() (net.Listener, error) {
	for range 100 {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", lowestPort+rand.IntN(highestPort-lowestPort)))
		if err == nil {
			return listener, nil
		}
	}
	return nil, errors.New("no free loopback port found between 20000 and 32000")
}
