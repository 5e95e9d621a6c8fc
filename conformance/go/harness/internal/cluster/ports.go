package cluster

import "net"

// freePorts finds ports nobody listens on. All are held open until the last is found, so that they differ.
func freePorts() (Ports, error) {
	var ports Ports
	for _, port := range []*int{&ports.EtcdClient, &ports.EtcdPeer, &ports.APIServer, &ports.Scheduler, &ports.Kwok,
		&ports.Manager, &ports.Standby} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return ports, err
		}
		defer listener.Close()
		*port = listener.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}
