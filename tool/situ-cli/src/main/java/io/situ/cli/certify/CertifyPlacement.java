// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.HostMapping;
import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes files of several sizes and layouts, and compares where Situ says that their bytes are with
 * what the file system's own tool says.
 */
public final class CertifyPlacement {

  private static final String TOPIC = "placement";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int CHUNK = 1 << 20;
  private static final List<Long> SIZES = List.of(0L, 1L, 1L << 20, (5L << 20) + 7, 12L << 20);

  private final Subject subject;
  private final OwnDirectory own;
  private final StorePath directory;
  private final Optional<PlacementTool> tool;
  private final List<Finding> findings = new ArrayList<>();
  private final List<StoreObject> files = new ArrayList<>();

  /**
   * @param directory is made, with the files, in {@code own}
   * @param tool the file system's own; empty where there is none
   */
  public CertifyPlacement(
      Subject subject, OwnDirectory own, StorePath directory, Optional<PlacementTool> tool) {
    this.subject = subject;
    this.own = own;
    this.directory = directory;
    this.tool = tool.filter(each -> subject.onHost(directory).isPresent());
  }

  /** Returns the files that were written. */
  public List<StoreObject> files() {
    return files;
  }

  /**
   * Writes the files and compares.
   *
   * @throws IOException if a file cannot be written or placed
   */
  public List<Finding> run() throws IOException {
    Store store = subject.store();
    own.mkdir(directory);
    for (Map.Entry<String, StorePath> layout : layouts().entrySet()) {
      for (long size : SIZES) {
        files.add(write(layout.getValue().child(layout.getKey() + "-" + size), size));
      }
    }
    if (!store.can(Capability.PLACEMENT, directory)) {
      findings.add(
          Finding.note(
              TOPIC,
              "the store does not say which hosts hold which bytes, and tasks run anywhere",
              "'situ config' lists the driver's keys"));
    } else if (tool.isEmpty()) {
      judgeAlone();
      findings.add(
          Finding.note(
              "compared", "not compared: " + PlacementTools.absence(subject), "compare by hand"));
    } else {
      compare(tool.get());
    }
    return findings;
  }

  /** Directories whose new files have one layout each; what cannot be set is said. */
  private Map<String, StorePath> layouts() throws StoreException {
    Map<String, StorePath> all = new LinkedHashMap<>();
    all.put("default", own.mkdir(directory.child("default")));
    if (tool.isEmpty()) {
      return all;
    }
    for (String name : tool.get().layouts(Path.of("/")).keySet()) {
      StorePath made = own.mkdir(directory.child(name));
      try {
        for (List<String> command : tool.get().layouts(onHost(made)).get(name)) {
          ExternalCommand.of(command, TIMEOUT).run().require();
        }
        all.put(name, made);
      } catch (IOException e) {
        findings.add(
            Finding.note(
                "layout",
                "the layout '" + name + "' is not tried: " + e.getMessage(),
                "set it by hand"));
      }
    }
    return all;
  }

  private Path onHost(StorePath path) {
    return subject.onHost(path).orElseThrow();
  }

  private StoreObject write(StorePath path, long size) throws StoreException {
    return own.step(
        () -> {
          try (WriteHandle handle = subject.store().create(path, WriteHandle.Options.EXCLUSIVE)) {
            for (long at = 0; at < size; at += CHUNK) {
              handle.write(ByteBuffer.allocate((int) Math.min(CHUNK, size - at)));
            }
            if (subject.store().can(Capability.SYNC, path)) {
              handle.sync();
            }
          }
          return subject.store().stat(path, false);
        });
  }

  private List<Extent> extents(StoreObject file) throws StoreException {
    List<Extent> extents = own.step(() -> subject.store().placement(file, 0, file.size()));
    long at = 0;
    for (Extent extent : extents) {
      if (extent.offset() < at || extent.end() > file.size()) {
        throw new StoreException(
            Kind.FAILED, file.path(), "extents overlap or leave the file: " + extents);
      }
      at = extent.end();
    }
    return extents;
  }

  private static String count(List<Extent> extents) {
    return extents.size() == 1 ? "1 extent" : extents.size() + " extents";
  }

  private void judgeAlone() throws StoreException {
    for (StoreObject file : files) {
      List<Extent> extents = extents(file);
      findings.add(Finding.ok(TOPIC, file.path().name() + ": " + count(extents)));
    }
  }

  private void compare(PlacementTool tool) throws IOException {
    PlacementComparison comparison =
        new PlacementComparison(
            tool, HostMapping.read(subject.config()), CertifyPlacement::addresses);
    for (StoreObject file : files) {
      List<Extent> extents = extents(file);
      ToolLayout layout;
      try {
        layout = tool.ask(onHost(file.path()), file.size());
      } catch (IOException e) {
        findings.add(
            Finding.wrong(
                "compared",
                "'" + file.path() + "' cannot be compared: " + e.getMessage(),
                "make '" + tool.program() + "' work for this user, or take it off PATH"));
        return;
      }
      findings.add(judge(file, extents, layout, tool, comparison));
    }
    if (!comparison.hosts().isEmpty()) {
      findings.add(
          Finding.ok(
              "servers",
              comparison.hosts().entrySet().stream()
                  .map(each -> each.getKey() + " is " + each.getValue())
                  .collect(Collectors.joining(", "))));
    }
  }

  private static Finding judge(
      StoreObject file,
      List<Extent> extents,
      ToolLayout layout,
      PlacementTool tool,
      PlacementComparison comparison) {
    if (extents.isEmpty() && layout.unknown().isPresent()) {
      return Finding.note(
          "compared",
          file.path().name() + ": Situ names no host, for " + layout.unknown().get(),
          "'situ layout DIR' says what can be done about it");
    }
    return comparison
        .difference(file.size(), extents, layout)
        .map(
            difference ->
                Finding.wrong(
                    "compared", "'" + file.path() + "', " + difference, "send this report"))
        .orElseGet(
            () ->
                Finding.ok(
                    "compared",
                    file.path().name()
                        + ": "
                        + count(extents)
                        + ", as "
                        + tool.program()
                        + " says"));
  }

  private static Set<String> addresses(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .collect(Collectors.toSet());
    } catch (UnknownHostException e) {
      return Set.of();
    }
  }
}
