// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OrangeFS's {@code pvfs2-viewdist}. Servers are addresses: {@code tcp://node1:3373}. */
public final class ViewdistTool extends ProgramTool {

  static final String PROGRAM = "pvfs2-viewdist";

  private static final Pattern STRIP = Pattern.compile("strip_size:(\\d{1,18})");
  private static final Pattern NAME = Pattern.compile("dist_name = (\\S+)");
  private static final Pattern DATAFILE = Pattern.compile("Datafile \\d+ - (\\S+), handle: .*");
  private static final long SHORT_STRIP = 1 << 20;
  private static final int MAX_PIECES = 1 << 20;

  private final Map<String, String> variables;

  /**
   * @param variables environment variables, by their names
   * @param timeout of one call
   */
  public ViewdistTool(Path program, Map<String, String> variables, Duration timeout) {
    super(PROGRAM, "-v", program, timeout);
    this.variables = Map.copyOf(variables);
  }

  @Override
  public List<String> names(String server) {
    String address = server.replaceFirst("^[a-z0-9]+://", "");
    return List.of(server, address, address.replaceFirst(":\\d+$", ""));
  }

  @Override
  public Map<String, List<List<String>>> layouts(Path directory) {
    Map<String, List<List<String>>> layouts = new LinkedHashMap<>();
    for (int megabytes : new int[] {1, 4}) {
      layouts.put(
          "strip-" + megabytes + "m",
          List.of(
              attribute("user.pvfs2.dist_name", "simple_stripe\0", directory),
              attribute(
                  "user.pvfs2.dist_params", "strip_size:" + (megabytes << 20) + "\0", directory)));
    }
    return layouts;
  }

  private static List<String> attribute(String name, String value, Path directory) {
    String hex = HexFormat.of().formatHex(value.getBytes(StandardCharsets.US_ASCII));
    return List.of("setfattr", "-n", name, "-v", "0x" + hex, directory.toString());
  }

  @Override
  public ToolLayout ask(Path file, long size) throws IOException {
    ExternalCommand command = command("-f", file.toString());
    for (Map.Entry<String, String> each : variables.entrySet()) {
      command = command.withVariable(each.getKey(), each.getValue());
    }
    return parse(Programs.lines(command), size);
  }

  /** Reads what {@code pvfs2-viewdist -f FILE} prints. */
  static ToolLayout parse(List<String> lines, long size) throws IOException {
    String name = "";
    long strip = 0;
    List<String> servers = new ArrayList<>();
    for (String line : lines) {
      Matcher datafile = DATAFILE.matcher(line.strip());
      Matcher stripSize = STRIP.matcher(line);
      Matcher distribution = NAME.matcher(line);
      if (datafile.matches()) {
        servers.add(datafile.group(1));
      } else if (stripSize.find()) {
        strip = Long.parseLong(stripSize.group(1));
      } else if (distribution.find()) {
        name = distribution.group(1);
      }
    }
    boolean basic = name.equals("basic_dist");
    boolean known = basic || name.equals("simple_stripe") && strip > 0;
    if (servers.isEmpty() || !known || !basic && size / strip > MAX_PIECES) {
      throw senseless(PROGRAM, lines);
    }
    return layout(basic || servers.stream().distinct().count() == 1, strip, servers, size);
  }

  private static ToolLayout layout(boolean one, long strip, List<String> servers, long size) {
    List<ToolRange> ranges = new ArrayList<>();
    if (one) {
      if (size > 0) {
        ranges.add(new ToolRange(0, size, List.of(servers.get(0))));
      }
      return new ToolLayout(ranges, Optional.empty());
    }
    for (long at = 0; at < size; at += strip) {
      String server = servers.get((int) (at / strip % servers.size()));
      ranges.add(new ToolRange(at, Math.min(size, at + strip), List.of(server)));
    }
    boolean scattered = strip < SHORT_STRIP && size > strip;
    return new ToolLayout(
        ranges,
        scattered
            ? Optional.of("strips of " + strip + " bytes put every split on several servers")
            : Optional.empty());
  }
}
