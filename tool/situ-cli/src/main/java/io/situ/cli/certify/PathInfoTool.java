// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * GlusterFS's attribute {@code trusted.glusterfs.pathinfo}, by {@code getfattr} as root. Servers
 * are the hosts of bricks. It says which bricks hold some of a file, and not which bytes, so it is
 * used for volumes without stripes or shards.
 */
public final class PathInfoTool extends ProgramTool {

  static final String PROGRAM = "getfattr";

  private static final Pattern BRICK = Pattern.compile("<POSIX\\([^)]*\\):([^:>]+):[^>]*>");

  /**
   * @param program {@code getfattr}
   * @param timeout of one call
   */
  public PathInfoTool(Path program, Duration timeout) {
    super(PROGRAM, "--version", program, timeout);
  }

  @Override
  public List<String> names(String server) {
    return List.of(server);
  }

  @Override
  public Map<String, List<List<String>>> layouts(Path directory) {
    return Map.of();
  }

  @Override
  public ToolLayout ask(Path file, long size) throws IOException {
    ExternalCommand command =
        command(
            "--only-values",
            "--absolute-names",
            "-n",
            "trusted.glusterfs.pathinfo",
            file.toString());
    return parse(Programs.lines(command), size);
  }

  /** Reads the attribute's value. */
  static ToolLayout parse(List<String> lines, long size) throws IOException {
    List<String> servers = new ArrayList<>();
    Matcher bricks = BRICK.matcher(String.join(" ", lines));
    while (bricks.find()) {
      servers.add(bricks.group(1));
    }
    if (servers.isEmpty()) {
      throw senseless(PROGRAM, lines);
    }
    List<ToolRange> ranges =
        size == 0
            ? List.of()
            : List.of(new ToolRange(0, size, servers.stream().distinct().toList()));
    return new ToolLayout(ranges, Optional.empty());
  }
}
