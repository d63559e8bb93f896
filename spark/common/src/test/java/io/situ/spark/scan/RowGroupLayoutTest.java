// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Where the row groups of tables lie that Spark writes to a store that lays files out in blocks.
 */
@Tag("end-to-end")
class RowGroupLayoutTest {

  private static final long BLOCK = 1 << 20;

  private final ScanSession session = ScanSession.shared();

  private List<BlockMetaData> written(String store) throws IOException {
    String table = "row-groups-" + store;
    session
        .spark()
        .range(0, 200_000, 1, 1)
        .selectExpr("id", "sha2(cast(id as string), 256) as text")
        .write()
        .option("parquet.block.size", BLOCK)
        .parquet("situ://" + store + "/" + table);
    try (Stream<Path> files = Files.list(session.scratch().resolve(table))) {
      Path file =
          files.filter(path -> path.toString().endsWith(".parquet")).findFirst().orElseThrow();
      try (ParquetFileReader reader =
          ParquetFileReader.open(
              HadoopInputFile.fromPath(
                  new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
        return reader.getFooter().getBlocks();
      }
    }
  }

  private static boolean isInOneBlock(BlockMetaData group) {
    long last = group.getStartingPos() + group.getCompressedSize() - 1;
    return group.getStartingPos() / BLOCK == last / BLOCK;
  }

  @Test
  void eachRowGroupLiesInOneBlock() throws IOException {
    List<BlockMetaData> groups = written("blocks");
    assertThat(groups).hasSizeGreaterThan(5).allMatch(RowGroupLayoutTest::isInOneBlock);
  }

  @Test
  void withoutALayoutRowGroupsGoOnInTheNextBlock() throws IOException {
    List<BlockMetaData> groups = written("small");
    assertThat(groups).hasSizeGreaterThan(5);
    assertThat(groups.stream().allMatch(RowGroupLayoutTest::isInOneBlock)).isFalse();
  }
}
