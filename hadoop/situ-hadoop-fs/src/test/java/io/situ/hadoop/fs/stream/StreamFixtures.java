// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.statistics.LocalHost;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.storage.ReadHandle;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/** What the tests of streams share. */
public final class StreamFixtures {

  static final LocalHost HERE = new LocalHost(Set.of("here"), Optional.of("/rack1"));

  private StreamFixtures() {}

  /**
   * A context that counts into {@code statistics} and, for the store of this name, in the process.
   */
  static StreamContext context(String store, FileSystem.Statistics statistics) {
    return new StreamContext(
        Optional.ofNullable(statistics), SituStatistics.of(store), HERE, 64 << 10, 64 << 10);
  }

  static SituInputStream open(MemoryFileSource file) {
    return new SituInputStream(
        context("test", null),
        new ReadSource(
            "situ:///data/file",
            ReadHandle.Policy.SEQUENTIAL,
            file,
            LocalityTracker.Placement.NONE));
  }

  public static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  static long counter(IOStatisticsSource source, String name) {
    IOStatistics statistics = source.getIOStatistics();
    return statistics.counters().get(name);
  }
}
