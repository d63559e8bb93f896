// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.util.List;

/**
 * A byte range of a file and the servers that hold it, as a file system's own tool says.
 *
 * @param offset first byte
 * @param end the first byte behind the range, more than {@code offset}
 * @param servers what the tool calls them; several hold the same bytes
 */
public record ToolRange(long offset, long end, List<String> servers) {

  public ToolRange {
    servers = List.copyOf(servers);
    if (offset < 0 || end <= offset) {
      throw new IllegalArgumentException("no such range: " + offset + " to " + end);
    }
  }
}
