// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.ClusterSession;
import io.situ.spark.FileSystemRegistration;
import io.situ.spark.shuffle.directory.SharedFiles;
import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.MapOutputReader;
import io.situ.spark.shuffle.output.OpenOutputs;
import io.situ.spark.shuffle.output.RangeRequest;
import io.situ.spark.shuffle.output.ReadPool;
import io.situ.spark.shuffle.output.Rereading;
import io.situ.spark.shuffle.output.SharedMapOutputWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.executor.TempShuffleReadMetrics;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of one map's output, one after the other. */
@Tag("end-to-end")
class BlockStreamsTest {

  private static final int LARGE = 5_000_000;

  @TempDir private Path scratch;

  /** As serializers may leave that know the end of their records by themselves. */
  @Test
  void whatIsLeftOfABlockIsSkipped() throws Exception {
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    SparkSession spark =
        ClusterSession.start("local[1]", scratch, Map.of("spark.shuffle.compress", "false"));
    try (SharedFiles files =
            SharedFiles.open(new org.apache.hadoop.fs.Path("situ://" + scratch), conf);
        OpenOutputs open = new OpenOutputs(files);
        ReadPool pool = new ReadPool(2)) {
      MapOutputId output = write(files, 10, 0, LARGE, 20, 30);
      RangeRequest request = new RangeRequest(output, 0, 4, output.length());
      MapOutputReader reader =
          new MapOutputReader(open, pool, new Rereading(0), List.of(request), LARGE);
      MapRange range = new MapRange(MapOutputLocation.of(7, output.length(), "a"), 0, request);
      try (BlockStreams blocks =
          new BlockStreams(null, reader, List.of(range), false, new TempShuffleReadMetrics())) {
        assertThat(blocks.next().readNBytes(3)).isEqualTo(block(0, 3));
        assertThat(blocks.next().readNBytes(4)).isEqualTo(block(2, 4));
        blocks.next();
        assertThat(blocks.next().readAllBytes()).isEqualTo(block(4, 30));
        assertThat(blocks.next()).isNull();
      }
    } finally {
      spark.stop();
    }
  }

  private static MapOutputId write(SharedFiles files, int... lengths) throws IOException {
    MapOutputId output = new MapOutputId(files.directory(), 1, lengths.length, 7, -1);
    SharedMapOutputWriter writer = new SharedMapOutputWriter(files, output, false);
    for (int i = 0; i < lengths.length; i++) {
      try (OutputStream out = writer.getPartitionWriter(i).openStream()) {
        out.write(block(i, lengths[i]));
      }
    }
    writer.commitAllPartitions(new long[0]);
    return output.withLength(Arrays.stream(lengths).sum());
  }

  /** Returns bytes that no other block has. */
  private static byte[] block(int partition, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) (partition + 1));
    return bytes;
  }
}
