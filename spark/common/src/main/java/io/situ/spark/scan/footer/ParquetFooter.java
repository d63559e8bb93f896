// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** The row groups of a Parquet file. */
final class ParquetFooter {

  private ParquetFooter() {}

  static FooterLayout read(FileStatus file, Configuration conf) throws IOException {
    List<BlockMetaData> blocks;
    // Without options the reader loads a configuration of its own, from its files.
    ParquetReadOptions options = HadoopReadOptions.builder(conf, file.getPath()).build();
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromStatus(file, conf), options)) {
      blocks = reader.getRowGroups();
    }
    Map<String, Integer> columns = new LinkedHashMap<>();
    List<FooterLayout.Group> groups = new ArrayList<>();
    for (BlockMetaData block : blocks) {
      groups.add(group(block, columns));
    }
    groups.sort(Comparator.comparingLong(FooterLayout.Group::start));
    return new FooterLayout(new ArrayList<>(columns.keySet()), groups);
  }

  private static FooterLayout.Group group(BlockMetaData block, Map<String, Integer> columns) {
    List<ColumnChunkMetaData> chunks = block.getColumns();
    long[] starts = new long[chunks.size()];
    long[] lengths = new long[chunks.size()];
    int[] column = new int[chunks.size()];
    for (int i = 0; i < column.length; i++) {
      ColumnChunkMetaData chunk = chunks.get(i);
      starts[i] = chunk.getStartingPos();
      lengths[i] = chunk.getTotalSize();
      column[i] = columns.computeIfAbsent(chunk.getPath().toDotString(), path -> columns.size());
    }
    return new FooterLayout.Group(block.getStartingPos(), starts, lengths, column);
  }
}
