// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static io.situ.mapreduce.regroup.WrittenJob.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.placement.LocalityBound;
import io.situ.storage.testkit.memory.MemoryProvider;
import java.io.OutputStream;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a submitted job says that placement allowed at most. */
class PossibleLocalityTest {

  @TempDir private java.nio.file.Path scratch;

  private WrittenJob job;

  @BeforeEach
  void prepare() throws Exception {
    job = new WrittenJob(scratch);
    job.conf.set("situ.mapreduce.regroup", "off");
  }

  private static Optional<LocalityBound> bound(PlacementSummary binding) {
    return binding.expectation().orElseThrow().bound();
  }

  @Test
  void splitsOfFilesInStoresCountOnTheClustersBestHost() throws Exception {
    String store = "s" + UUID.randomUUID();
    job.conf.set("fs.situ.store." + store + ".driver", "memory");
    job.conf.set("fs.situ.store." + store + ".hosts", "a,b,c");
    job.conf.set("fs.situ.store." + store + ".block", "100");
    Path file = new Path("situ://" + store + "/f");
    try (OutputStream out = file.getFileSystem(job.conf).create(file)) {
      out.write(new byte[300]);
    }
    // Blocks lie on a and b, b and c, c and a.
    job.write(
        new FileSplit(file, 0, 150, new String[] {"a"}),
        new FileSplit(file, 150, 150, new String[] {"c"}));
    PlacementSummary binding = job.bind(1, "a", "b");
    MemoryProvider.forget(store);

    assertThat(bound(binding)).contains(new LocalityBound(300, 150 + 100));
    assertThat(PlacementSummary.of(job.handedOn())).contains(binding);
  }

  @Test
  void itIsNotKnownOfOtherFiles() throws Exception {
    job.write(split("a", 0, 100, "a"));
    assertThat(bound(job.bind(1, "a", "b"))).isEmpty();
  }
}
