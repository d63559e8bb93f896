// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lustre's {@code lfs getstripe}, of releases 2.12 to 2.17. Servers are targets: {@code OST 3}. */
public final class LfsTool extends ProgramTool {

  static final String PROGRAM = "lfs";

  private static final Pattern FIELD = Pattern.compile("\\s*(?:- )?([a-z_.]+):\\s+(\\S+)");
  private static final Pattern ROW =
      Pattern.compile("\\s+(\\d+)\\s+(?:0x)?\\d+\\s+0x[0-9a-f]+\\s.*");
  private static final Pattern OBJECT = Pattern.compile(".*l_ost_idx:\\s*(\\d+).*");
  private static final int MAX_PIECES = 1 << 20;

  private final String fsname;

  /**
   * @param fsname the file system's name
   * @param timeout of one call
   */
  public LfsTool(Path program, String fsname, Duration timeout) {
    super(PROGRAM, "--version", program, timeout);
    this.fsname = fsname;
  }

  /** One component of a layout; a plain layout is one to the end of the file. */
  private static final class Component {
    long start;
    long end = Long.MAX_VALUE;
    long stripe;
    String flags = "";
    String pattern = "";
    final List<Integer> targets = new ArrayList<>();

    boolean isReadable() {
      return !targets.isEmpty() && !flags.contains("stale") && !pattern.contains("released");
    }
  }

  @Override
  public List<String> names(String server) {
    int index = Integer.parseInt(server.substring(server.indexOf(' ') + 1));
    return List.of(fsname + "-OST" + "%04x".formatted(index));
  }

  @Override
  public Map<String, List<List<String>>> layouts(Path directory) {
    Map<String, List<List<String>>> layouts = new LinkedHashMap<>();
    layouts.put("one-stripe", setStripe(directory, "-c", "1", "-S", "1M"));
    layouts.put("all-targets", setStripe(directory, "-c", "-1", "-S", "1M"));
    layouts.put(
        "progressive",
        setStripe(directory, "-E", "4M", "-c", "1", "-S", "1M", "-E", "-1", "-c", "2", "-S", "2M"));
    return layouts;
  }

  private List<List<String>> setStripe(Path directory, String... options) {
    List<String> command = call("setstripe");
    command.addAll(List.of(options));
    command.add(directory.toString());
    return List.of(command);
  }

  @Override
  public ToolLayout ask(Path file, long size) throws IOException {
    return parse(Programs.lines(command("getstripe", file.toString())), size);
  }

  /** Reads the text that {@code lfs getstripe FILE} prints. */
  static ToolLayout parse(List<String> lines, long size) throws IOException {
    List<Component> components;
    try {
      components = components(lines);
    } catch (NumberFormatException e) {
      throw senseless(PROGRAM, lines);
    }
    if (components.isEmpty()) {
      throw senseless(PROGRAM, lines);
    }
    List<ToolRange> ranges = new ArrayList<>();
    for (Component each : components) {
      if (each.isReadable()) {
        if (each.stripe <= 0 || each.targets.size() > 1 && size / each.stripe > MAX_PIECES) {
          throw senseless(PROGRAM, lines);
        }
        addRanges(ranges, each, size);
      }
    }
    return new ToolLayout(ranges, Optional.empty());
  }

  private static List<Component> components(List<String> lines) {
    List<Component> all = new ArrayList<>();
    boolean composite = lines.stream().anyMatch(line -> line.strip().startsWith("lcm_"));
    Component last = null;
    for (String line : lines) {
      Matcher object = OBJECT.matcher(line);
      Matcher row = ROW.matcher(line);
      Matcher field = FIELD.matcher(line);
      if (last != null && object.matches()) {
        last.targets.add(Integer.valueOf(object.group(1)));
      } else if (last != null && row.matches()) {
        last.targets.add(Integer.valueOf(row.group(1)));
      } else if (field.lookingAt()) {
        String name = field.group(1);
        if (name.equals("lcme_id") || !composite && last == null && name.startsWith("lmm_")) {
          last = new Component();
          all.add(last);
        }
        if (last != null) {
          set(last, name, field.group(2));
        }
      }
    }
    return all;
  }

  private static void set(Component component, String name, String value) {
    switch (name) {
      case "lcme_flags" -> component.flags = value;
      case "lcme_extent.e_start" -> component.start = Long.parseLong(value);
      case "lcme_extent.e_end" ->
          component.end = value.equals("EOF") ? Long.MAX_VALUE : Long.parseLong(value);
      case "lmm_stripe_size" -> component.stripe = Long.parseLong(value);
      case "lmm_pattern" -> component.pattern = value;
      default -> {
        // Nothing that says where bytes are.
      }
    }
  }

  /** Stripes count from the start of the file, not of the component. */
  private static void addRanges(List<ToolRange> ranges, Component component, long size) {
    long end = Math.min(component.end, size);
    for (long at = component.start; at < end; ) {
      long stripe = at / component.stripe;
      long next = Math.min(end, (stripe + 1) * component.stripe);
      int target = component.targets.get((int) (stripe % component.targets.size()));
      ranges.add(new ToolRange(at, next, List.of("OST " + target)));
      at = next;
    }
  }
}
