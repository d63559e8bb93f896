// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.util.List;
import java.util.Optional;

/**
 * Where a file's bytes are, as a file system's own tool says.
 *
 * @param ranges may overlap; what is in none has no server
 * @param unknown why Situ may know no host of such a file; empty if it must
 */
public record ToolLayout(List<ToolRange> ranges, Optional<String> unknown) {

  public ToolLayout {
    ranges = List.copyOf(ranges);
  }
}
