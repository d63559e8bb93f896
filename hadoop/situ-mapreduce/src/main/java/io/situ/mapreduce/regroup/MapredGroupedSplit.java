// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;

/** A {@link FileSplitGroup} for the {@code org.apache.hadoop.mapred} interface. */
public final class MapredGroupedSplit extends FileSplit implements Configurable {

  private final FileSplitGroup<FileSplit> group;

  /** For Hadoop's deserializer. */
  public MapredGroupedSplit() {
    this(SplitGroupState.empty(FileSplit.class));
  }

  MapredGroupedSplit(Group group) {
    this(SplitGroupState.of(FileSplit.class, group));
  }

  private MapredGroupedSplit(SplitGroupState<FileSplit> inner) {
    this(
        new FileSplitGroup<>(inner, FileSplit::getPath, FileSplit::getStart, FileSplit::getLength));
  }

  private MapredGroupedSplit(FileSplitGroup<FileSplit> group) {
    super(group);
    this.group = group;
  }

  SplitGroupState<FileSplit> inner() {
    return group.inner();
  }

  @Override
  public void setConf(Configuration conf) {
    group.setConf(conf);
  }

  @Override
  public Configuration getConf() {
    return group.getConf();
  }
}
