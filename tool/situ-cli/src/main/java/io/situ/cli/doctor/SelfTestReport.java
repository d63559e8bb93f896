// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.context.Installation;
import io.situ.cli.context.ResolvedStore;
import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What a person who looks for a fault in a driver needs to know: versions, how the file system is
 * mounted, and the bytes of a file's layout. Values of mount options that may be secret are left
 * out.
 */
final class SelfTestReport {

  private static final int MAX_EXTENTS = 64;
  private static final String SECRET = "(?i)[^=]*(secret|pass|key|cred|token|auth)[^=]*=.*";

  private final ResolvedStore driven;
  private final StoreConfig config;
  private final List<String> layout = new ArrayList<>();
  private StorePath tried;

  /**
   * @param config what is said of the store
   * @param directory that is tried
   */
  SelfTestReport(ResolvedStore driven, StoreConfig config, StorePath directory) {
    this.driven = driven;
    this.config = config;
    this.tried = directory;
  }

  /** Keeps what is known of a file's layout, which may be gone when the report is written. */
  void keepLayout(StorePath file) {
    tried = file;
    for (String name : driven.provider().layoutAttributes()) {
      layout.add("layout    " + name + " " + raw(file, name));
    }
    StorePath onHost = driven.store().info().hostPath().map(file::prefixedBy).orElse(file);
    driven.provider().diagnostics(config, onHost).forEach(line -> layout.add("evidence  " + line));
  }

  private String raw(StorePath file, String name) {
    StoreConfig bare = new StoreConfig("self-test", Map.of("root", driven.store().info().root()));
    try (MountedStore plain = MountedStore.open(bare, "self-test", Placement.NONE)) {
      byte[] bytes = plain.xattr(file, name);
      return bytes.length + " bytes " + HexFormat.of().formatHex(bytes);
    } catch (StoreException e) {
      return "is not reported: " + e.reason();
    }
  }

  List<String> lines(List<Extent> extents) {
    List<String> lines = new ArrayList<>();
    lines.add("situ      " + Installation.version());
    lines.add("java      " + System.getProperty("java.version"));
    lines.add(
        "system    " + System.getProperty("os.version") + " " + System.getProperty("os.arch"));
    lines.add(
        "driver    "
            + driven.provider().driver()
            + " "
            + driven.store().capabilities(tried).stream().sorted().toList());
    lines.add("mount     " + driven.mount().map(SelfTestReport::text).orElse("not known"));
    lines.addAll(layout);
    extents.stream()
        .limit(MAX_EXTENTS)
        .forEach(
            extent ->
                lines.add(
                    "extent    "
                        + extent.offset()
                        + " "
                        + extent.length()
                        + " "
                        + extent.replicas().stream().map(replica -> replica.host()).toList()));
    return lines;
  }

  /** What was read of the layout of the file of the self-test. */
  List<String> layout() {
    return List.copyOf(layout);
  }

  static String text(Mount mount) {
    List<String> options = new ArrayList<>();
    for (String option : mount.options().split(",")) {
      boolean secret = option.matches(SECRET);
      options.add(secret ? option.substring(0, option.indexOf('=') + 1) + "..." : option);
    }
    return mount.type()
        + " "
        + mount.source().replaceAll("://[^/@]*@", "://...@")
        + " on "
        + mount.point()
        + " "
        + String.join(",", options);
  }
}
