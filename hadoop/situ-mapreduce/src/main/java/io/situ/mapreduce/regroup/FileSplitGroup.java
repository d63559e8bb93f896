// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Several file splits that lie on one host, read one after the other. It is a {@link FileSplit}
 * itself, the one being read, because Hadoop's own byte counters ask for one; mappers and readers
 * are given the splits as they are. Hadoop's older interface has a class of its own for file
 * splits, which wraps one of these.
 */
class FileSplitGroup<S> extends FileSplit implements Configurable {

  private final SplitGroupState<S> inner;
  private final Function<S, Path> pathOf;
  private final ToLongFunction<S> startOf;
  private final ToLongFunction<S> lengthOf;

  FileSplitGroup(
      SplitGroupState<S> inner,
      Function<S, Path> pathOf,
      ToLongFunction<S> startOf,
      ToLongFunction<S> lengthOf) {
    this.inner = inner;
    this.pathOf = pathOf;
    this.startOf = startOf;
    this.lengthOf = lengthOf;
  }

  final SplitGroupState<S> inner() {
    return inner;
  }

  @Override
  public final Path getPath() {
    return pathOf.apply(inner.current());
  }

  @Override
  public final long getStart() {
    return startOf.applyAsLong(inner.current());
  }

  /** In the task, the length of the split being read; in the client, of the whole group. */
  @Override
  public final long getLength() {
    return inner.length(lengthOf);
  }

  @Override
  public final String[] getLocations() {
    return inner.hosts();
  }

  @Override
  public final void write(DataOutput out) throws IOException {
    inner.write(out);
  }

  @Override
  public final void readFields(DataInput in) throws IOException {
    inner.readFields(in);
  }

  @Override
  public final void setConf(Configuration conf) {
    inner.setConf(conf);
  }

  @Override
  public final Configuration getConf() {
    return inner.conf();
  }

  @Override
  public final String toString() {
    return inner.toString();
  }
}
