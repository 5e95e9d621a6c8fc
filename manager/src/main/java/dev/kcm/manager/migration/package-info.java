/// Leader migration's configuration: which controllers run under which lock while they move from
/// one controller manager to another. Reading a file is the caller's job; this parses and judges.
@NullMarked
package dev.kcm.manager.migration;

import org.jspecify.annotations.NullMarked;
