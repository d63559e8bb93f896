// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.config.PlacementTables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of clusters about placement that came with the job whose task this process runs. They
 * are in a file of the task's directory, which the job has put there.
 */
public final class JobPlacement {

  /** The file's name in the directory of a task. */
  public static final String FILE = "situ-placement.gz";

  private static final Logger LOG = LoggerFactory.getLogger(JobPlacement.class);

  private static final class OfThisProcess {
    static final PlacementTables TABLES =
        ProcessRole.runsTasks() ? read(Path.of(FILE)) : new PlacementTables();
  }

  private JobPlacement() {}

  /** Returns the answers that came with the job, for one configuration of stores; maybe none. */
  static PlacementTables tables() {
    return OfThisProcess.TABLES.handedOn();
  }

  /** A file that cannot be read costs questions to the cluster and nothing else. */
  static PlacementTables read(Path file) {
    if (!Files.isRegularFile(file)) {
      return new PlacementTables();
    }
    try (InputStream in = Files.newInputStream(file)) {
      return PlacementTables.read(in);
    } catch (IOException e) {
      LOG.warn("the placement that came with the job is not used: {}: {}", file, e.getMessage());
      return new PlacementTables();
    }
  }
}
