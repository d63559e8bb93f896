// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;

/** The stripes of an ORC file. Columns are those of the top level, with all below them. */
final class OrcFooter {

  private OrcFooter() {}

  static FooterLayout read(FileStatus file, Configuration conf) throws IOException {
    OrcFile.ReaderOptions options = OrcFile.readerOptions(conf).maxLength(file.getLen());
    try (Reader reader = OrcFile.createReader(file.getPath(), options)) {
      TypeDescription schema = reader.getSchema();
      int[] topLevel = topLevel(schema);
      boolean[] nothing = new boolean[schema.getMaximumId() + 1];
      List<FooterLayout.Group> groups = new ArrayList<>();
      try (RecordReaderImpl rows =
          (RecordReaderImpl) reader.rows(reader.options().include(nothing))) {
        for (StripeInformation stripe : reader.getStripes()) {
          groups.add(group(stripe, rows.readStripeFooter(stripe), topLevel));
        }
      }
      return new FooterLayout(schema.getFieldNames(), groups);
    }
  }

  /** Returns the top level's index of each column; -1 for the root. */
  private static int[] topLevel(TypeDescription schema) {
    int[] topLevel = new int[schema.getMaximumId() + 1];
    topLevel[0] = -1;
    for (int child = 0; child < schema.getChildren().size(); child++) {
      TypeDescription field = schema.getChildren().get(child);
      for (int id = field.getId(); id <= field.getMaximumId(); id++) {
        topLevel[id] = child;
      }
    }
    return topLevel;
  }

  /** Streams lie one after the other, in the order in which the stripe's footer lists them. */
  private static FooterLayout.Group group(
      StripeInformation stripe, OrcProto.StripeFooter footer, int[] topLevel) {
    int count = footer.getStreamsCount();
    long[] starts = new long[count];
    long[] lengths = new long[count];
    int[] column = new int[count];
    int used = 0;
    long at = stripe.getOffset();
    for (OrcProto.Stream stream : footer.getStreamsList()) {
      int field = stream.getColumn() < topLevel.length ? topLevel[stream.getColumn()] : -1;
      if (field >= 0 && stream.getLength() > 0) {
        starts[used] = at;
        lengths[used] = stream.getLength();
        column[used++] = field;
      }
      at += stream.getLength();
    }
    return new FooterLayout.Group(
        stripe.getOffset(),
        Arrays.copyOf(starts, used),
        Arrays.copyOf(lengths, used),
        Arrays.copyOf(column, used));
  }
}
