// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Several file splits that lie on one host, read one after the other. It is a {@link FileSplit}
 * itself, the one being read, because mappers and Hadoop's own byte counters ask for one.
 */
public final class GroupedSplit extends FileSplit implements Configurable {

  private final SplitGroupState<FileSplit> inner;

  /** For Hadoop's deserializer. */
  public GroupedSplit() {
    this.inner = SplitGroupState.empty(FileSplit.class);
  }

  GroupedSplit(Group group) {
    this.inner = SplitGroupState.of(FileSplit.class, group);
  }

  SplitGroupState<FileSplit> inner() {
    return inner;
  }

  @Override
  public Path getPath() {
    return inner.current().getPath();
  }

  @Override
  public long getStart() {
    return inner.current().getStart();
  }

  /** In the task, the length of the split being read; in the client, of the whole group. */
  @Override
  public long getLength() {
    return inner.length(FileSplit::getLength);
  }

  @Override
  public String[] getLocations() {
    return inner.hosts();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    inner.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    inner.readFields(in);
  }

  @Override
  public void setConf(Configuration conf) {
    inner.setConf(conf);
  }

  @Override
  public Configuration getConf() {
    return inner.conf();
  }

  @Override
  public String toString() {
    return inner.toString();
  }
}
