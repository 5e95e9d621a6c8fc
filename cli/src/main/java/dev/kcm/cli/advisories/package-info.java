/// Which known advisories concern the parts that a distribution is made of: reads its bill of materials and a copy of
/// the OSV database, without a network. Started by `tools/advisories`; nothing else uses it.
@NullMarked
package dev.kcm.cli.advisories;

import org.jspecify.annotations.NullMarked;
