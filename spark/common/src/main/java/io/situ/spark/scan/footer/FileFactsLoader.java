// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where the bytes of files lie, side by side, and keeps it. Footers that an inventory has
 * are not read, unless it takes more than half of the time to ask it. Thread-safe.
 */
public final class FileFactsLoader {

  private static final Logger LOG = LoggerFactory.getLogger(FileFactsLoader.class);

  private final KnownFacts known = new KnownFacts();
  private final Inventories inventories;

  /** Where footers are asked for before they are read. */
  interface Inventories {

    /**
     * Returns the layouts of those files that an inventory has.
     *
     * @throws IOException if a file system cannot be opened
     */
    Map<ScanFile.Version, FooterLayout> find(List<ScanFile> files, Configuration conf)
        throws IOException;
  }

  /**
   * What a scan has to know of files.
   *
   * @param longest a file of at most that many bytes that lies on one set of hosts is not cut, so
   *     that its footer is not read
   * @param columns whether a column is asked, by its path; called by one thread
   */
  public record Wanted(long longest, Predicate<String> columns) {

    /** Returns what is wanted of a layout: all layouts of a large table may not fit into memory. */
    FileFacts of(List<Piece> pieces, FooterLayout layout) {
      return new FileFacts(pieces, layout.asked(columns, pieces));
    }
  }

  /** Creates a loader that knows of no file. */
  public FileFactsLoader() {
    this(InventoryFooters::find);
  }

  FileFactsLoader(Inventories inventories) {
    this.inventories = inventories;
  }

  /**
   * Returns what is known and wanted of each file, in their order. Files of which Spark's own
   * listing knows no host are not looked up.
   *
   * @param timeout after which what is left stays unknown
   * @throws InterruptedException if the calling thread is interrupted
   */
  public List<FileFacts> load(
      List<ScanFile> files, Configuration conf, Wanted wanted, Duration timeout)
      throws InterruptedException {
    FileFacts[] facts = new FileFacts[files.size()];
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < facts.length; i++) {
      Optional<FileFacts> found =
          KnownFacts.hasHosts(files.get(i).stockCuts())
              ? known.find(files.get(i), wanted)
              : Optional.of(FileFacts.NONE);
      facts[i] = found.orElse(FileFacts.NONE);
      if (found.isEmpty()) {
        missing.add(i);
      }
    }
    if (!missing.isEmpty()) {
      FileLookups.Scope scope = new FileLookups.Scope(files, missing, conf, wanted);
      int late = new FileLookups(known, inventories, scope, facts, timeout).run();
      if (late > 0) {
        LOG.warn(
            "{} of {} files could not be looked up within {} s, the part that lookups get of"
                + " spark.situ.scan.lookup.timeout",
            late,
            facts.length,
            timeout.toMillis() / 1000.0);
      }
    }
    return Arrays.asList(facts);
  }
}
