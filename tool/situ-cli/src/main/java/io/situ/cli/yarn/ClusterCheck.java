// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.mapreduce.ResourceManagers;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Whether the cluster of a Hadoop configuration answers. */
public final class ClusterCheck {

  private ClusterCheck() {}

  /**
   * Fails if jobs cannot be submitted now; they can where they run without a cluster.
   *
   * @param conf the user's Hadoop configuration
   * @param settings what is set over it
   * @param ownLogin the program that submits them may log in itself: this user needs no ticket
   * @throws CliException in one sentence, {@code USAGE} if the configuration is not valid, {@code
   *     UNAVAILABLE} if no ResourceManager answers in time, {@code PERMISSION} if it asks for
   *     Kerberos and this user has no ticket and needs one
   * @throws IOException if the configuration cannot be read
   */
  public static void requireAnswer(Path conf, Map<String, String> settings, boolean ownLogin)
      throws IOException {
    Optional<String> obstacle;
    try {
      obstacle = ResourceManagers.obstacle(conf, settings, ownLogin);
    } catch (IllegalArgumentException e) {
      throw unusable(conf, e);
    } catch (StoreException e) {
      throw CliException.of(e);
    }
    if (obstacle.isPresent()) {
      throw new CliException(ExitCode.UNAVAILABLE, obstacle.get());
    }
  }

  /** Returns what to say of a configuration with a value that is not valid: {@code USAGE}. */
  public static CliException unusable(Path conf, IllegalArgumentException reason) {
    return CliException.usage("'" + conf + "' cannot be used: " + reason.getMessage());
  }
}
