// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of several row groups or stripes with a column in a column in a column, and a list. */
final class NestedFiles {

  private static final int ROWS = 60_000;

  private NestedFiles() {}

  static void write(FooterFormat format, Path file, Configuration conf) throws IOException {
    switch (format) {
      case PARQUET -> writeParquet(file, conf);
      case ORC -> writeOrc(file, conf);
    }
  }

  private static void writeParquet(Path file, Configuration conf) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            """
            message nested {
              required int64 id;
              required group s {
                required binary a (STRING);
                required group t { required int32 b; }
              }
              required group l (LIST) { repeated group list { required int64 element; } }
            }
            """);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(file)
            .withType(schema)
            .withConf(conf)
            .withRowGroupSize(1L << 18)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        Group row = new SimpleGroup(schema);
        row.append("id", (long) i);
        row.addGroup("s").append("a", "text " + i).addGroup("t").append("b", i / 3);
        row.addGroup("l").addGroup("list").append("element", i * 7L);
        writer.write(row);
      }
    }
  }

  private static void writeOrc(Path file, Configuration conf) throws IOException {
    TypeDescription schema =
        TypeDescription.fromString(
            "struct<id:bigint,s:struct<a:string,t:struct<b:int>>,l:array<bigint>>");
    OrcFile.WriterOptions options =
        OrcFile.writerOptions(conf).setSchema(schema).stripeSize(1L << 16);
    try (Writer writer = OrcFile.createWriter(file, options)) {
      VectorizedRowBatch batch = schema.createRowBatch();
      for (int i = 0; i < ROWS; i++) {
        set(batch, batch.size++, i);
        if (batch.size == batch.getMaxSize()) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
      writer.addRowBatch(batch);
    }
  }

  private static void set(VectorizedRowBatch batch, int row, int value) {
    ((LongColumnVector) batch.cols[0]).vector[row] = value;
    StructColumnVector s = (StructColumnVector) batch.cols[1];
    byte[] text = ("text " + value).getBytes(StandardCharsets.UTF_8);
    ((BytesColumnVector) s.fields[0]).setVal(row, text);
    StructColumnVector t = (StructColumnVector) s.fields[1];
    ((LongColumnVector) t.fields[0]).vector[row] = value / 3;
    ListColumnVector l = (ListColumnVector) batch.cols[2];
    l.offsets[row] = row;
    l.lengths[row] = 1;
    l.childCount = row + 1;
    l.child.ensureSize(row + 1, true);
    ((LongColumnVector) l.child).vector[row] = value * 7L;
  }
}
