// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes the values of each key in one line, sorted: their order is no promise of Hadoop's. */
final class SortedList extends Reducer<Text, Text, Text, Text> {

  @Override
  protected void reduce(Text key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    values.forEach(value -> all.add(value.toString()));
    all.sort(null);
    context.write(key, new Text(String.join(";", all)));
  }
}
