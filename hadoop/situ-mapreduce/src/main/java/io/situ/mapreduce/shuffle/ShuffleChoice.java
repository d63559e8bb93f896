// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Where a job's map output goes. It travels in the job's own configuration, so that it is known
 * later.
 *
 * @param directory the job's directory, an absolute path on every host; empty where map output
 *     stays on the hosts' own disks and is fetched by Hadoop's shuffle
 * @param reason why that is so, as a clause
 */
public record ShuffleChoice(Optional<String> directory, String reason) {

  static final String DIRECTORY = "situ.mapreduce.shuffle.job.dir";
  private static final String REASON = "situ.mapreduce.shuffle.reason";

  public ShuffleChoice {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(reason, "reason");
  }

  static ShuffleChoice local(String reason) {
    return new ShuffleChoice(Optional.empty(), reason);
  }

  /** What {@link #write} wrote; empty for a job that was submitted in another way. */
  public static Optional<ShuffleChoice> of(Configuration conf) {
    return Optional.ofNullable(conf.get(REASON))
        .map(reason -> new ShuffleChoice(Optional.ofNullable(conf.getRaw(DIRECTORY)), reason));
  }

  /** Whether reducers read map output in place. */
  public boolean isShared() {
    return directory.isPresent();
  }

  void write(Configuration conf) {
    directory.ifPresentOrElse(path -> conf.set(DIRECTORY, path), () -> conf.unset(DIRECTORY));
    conf.set(REASON, reason);
  }
}
