/// What the command line says, group by group: each record declares its own flags. Controllers'
/// groups stand beside the controllers; [ManagerFlags] puts all of them in upstream's order and
/// [CommandLine] turns arguments into a [ManagerOptions], help, a version, or a list of everything
/// that is wrong. Pure values; only [TerminalWidth] asks the system something.
@NullMarked
package dev.kcm.manager.options;

import org.jspecify.annotations.NullMarked;
