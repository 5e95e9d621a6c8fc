package dev.kcm.cli;

/// What `--help` says: of the program, and of each command.
final class HelpTexts {
    static final String PROGRAM = """
        kcm runs a Kubernetes 1.36 control plane in one process, for development and tests:
        API server, controllers, scheduling and simulated nodes. kubectl and any client talk to it.
        Nothing is executed in pods; they become Running, ready, Succeeded or Failed as their
        command or annotations say.

        Usage:
          kcm up [flags]            start a cluster in the foreground; Ctrl-C stops it
          kcm why KIND/NAME         explain what an object waits for, with the chain of causes
          kcm node stop NODE        make a simulated node fall silent; start lets it speak again,
                                    destroy deletes its machine
          kcm status                say whether a cluster runs, and where
          kcm backup FILE           save all objects to a file, whether a cluster runs or not
          kcm restore FILE          make a backup the objects of a stopped cluster
          kcm reset                 delete the data of a stopped cluster
          kcm COMMAND --help        more about a command

        Start with:
          kcm up
          export KUBECONFIG=%1$s/kubeconfig
          kubectl create deployment web --image=nginx --replicas=3
          kcm why deployment/web
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String UP = """
        kcm up starts a cluster in the foreground and says when it is ready. It listens on loopback
        only. Objects are kept in the data directory and are there again at the next start; neither a
        kill at any moment nor a power loss takes back what was acknowledged.

        Usage:
          kcm up [flags]

        Flags:
          --data-dir DIR            where objects, keys and kubeconfig are kept, for your eyes only
                                    (default %1$s)
          --in-memory               forget all objects when it stops; keys are kept
          --unsafe-no-fsync         do not wait for the disk: faster writes, but a power loss may take back
                                    what was acknowledged; a kill does not
          --port N                  HTTPS on 127.0.0.1:N, 0 for any free port (default %2$d)
          --nodes N                 how many simulated nodes at first (default %3$d)
          --merge-kubeconfig        also write the context "kcm" into your own kubeconfig, the first of
                                    $KUBECONFIG or ~/.kube/config; --merge-kubeconfig=FILE into another.
                                    Its current context stays what it is, if there is one
          --controllers LIST        which controllers run, as kube-controller-manager takes it:
                                    '*,-job-controller' is all but one
          any other flag            is for the controllers, such as -v 2 or --concurrent-job-syncs 10;
                                    ./kube-controller-manager --help lists them

        What pods do, by annotation, on a pod or in a template:
          kcm.dev/exit-code: "3"    end with this code        kcm.dev/run-for: 5s      after this time
          kcm.dev/start-after: 5s   stay Pending first        kcm.dev/stop-after: 5s   take time to stop
          kcm.dev/ready: "false"    run without being ready   kcm.dev/phase: Pending   never start
        Commands such as `true`, `false`, `exit 3` and `sleep 5` do what they say. A node with the
        annotation kcm.dev/ready: "false" turns NotReady. There are no logs and nothing to exec into.

        Examples:
          kcm up --in-memory --port 0 --nodes 10
          kcm up --data-dir /tmp/playground --controllers '*,-garbage-collector-controller'
        """.formatted(Arguments.USUAL_DIRECTORY, Arguments.USUAL_PORT, Arguments.USUAL_NODES);

    static final String STATUS = """
        kcm status says whether a cluster runs on a data directory, and how to reach it. It ends
        with 0 if one does and with 3 if none does.

        Usage:
          kcm status [--data-dir DIR]

        Flags:
          --data-dir DIR            as given to kcm up
                                    (default %1$s)
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String WHY = """
        kcm why explains what an object waits for: its conditions, warnings, what its controllers
        decided last and why; and below it, indented, the objects that are in its way: the pods of
        a Deployment, the claims of a pod, what is left in a namespace.

        Usage:
          kcm why KIND/NAME [-n NAMESPACE]                      on the running embedded cluster
          kcm why KIND/NAME --manager URL --kubeconfig FILE     on a real cluster

        Flags:
          -n, --namespace NAME      where the object is (default "default")
          --data-dir DIR            as given to kcm up
                                    (default %1$s)

        For a kube-controller-manager of ours on a real cluster:
          --manager URL             its secure port, such as https://127.0.0.1:10257
          --kubeconfig FILE         how to reach the API server
                                    (default as kubectl: $KUBECONFIG or ~/.kube/config)
          --certificate-authority FILE
                                    who signed the manager's certificate (default the kubeconfig's)
          --insecure-skip-tls-verify
                                    take any certificate from the manager: it makes its own by default
          --token-file FILE, or --client-certificate FILE with --client-key FILE
                                    who you are to the manager (default as the kubeconfig says, if the
                                    manager is on the host it names). You need permission to get the
                                    non-resource path /debug/controllers/*
          --send-kubeconfig-credentials
                                    send the kubeconfig's credentials to a manager on another host, too: whoever
                                    listens there can use them in your name

        Examples:
          kcm why deployment/web
          kcm why pvc/data-0 -n shop
          kcm why job/import --manager https://127.0.0.1:10257 --token-file token --insecure-skip-tls-verify
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String NODE = """
        kcm node stop makes a node of the running cluster fall silent, as if its machine were off:
        no heartbeats, and nothing happens to its pods. The controllers notice after 50 seconds,
        mark the node and taint it. kcm node start lets it speak again and go on with its pods.
        kcm node destroy deletes its machine in the simulated cloud: the node goes when the
        controllers have noticed.

        Usage:
          kcm node stop NODE
          kcm node start NODE
          kcm node destroy NODE

        Flags:
          --data-dir DIR            as given to kcm up
                                    (default %1$s)

        Examples:
          kcm node stop node-1
          kubectl get nodes --watch
          kcm node start node-1
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String BACKUP = """
        kcm backup writes all objects to a file that only you can read, as they were at one moment:
        Secrets, too, but not the keys and certificates of the cluster. It asks the cluster that runs
        on the data directory, or reads the directory if none runs.

        Usage:
          kcm backup FILE [--data-dir DIR]

        Flags:
          --data-dir DIR            as given to kcm up
                                    (default %1$s)
          --overwrite               replace FILE if it exists

        Examples:
          kcm backup before-upgrade.kcm
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String RESTORE = """
        kcm restore makes a backup the objects of a data directory on which no cluster runs. The file is
        read and checked first; a damaged or incomplete one changes nothing. Keys and certificates of the
        directory stay. Resource versions go on far above those of before, so that clients that watched
        the cluster list everything again.

        Usage:
          kcm restore FILE [--data-dir DIR]

        Flags:
          --data-dir DIR            as given to kcm up
                                    (default %1$s)
          --overwrite               replace the objects that are there

        Examples:
          kcm restore before-upgrade.kcm --overwrite
        """.formatted(Arguments.USUAL_DIRECTORY);

    static final String RESET = """
        kcm reset deletes a data directory: objects, keys and kubeconfig. It refuses while a cluster
        runs there, and directories that no cluster made.

        Usage:
          kcm reset [--data-dir DIR]

        Flags:
          --data-dir DIR            as given to kcm up
                                    (default %1$s)
        """.formatted(Arguments.USUAL_DIRECTORY);

    private HelpTexts() {}
}
