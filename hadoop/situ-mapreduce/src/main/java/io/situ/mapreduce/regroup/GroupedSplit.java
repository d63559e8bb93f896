// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A {@link FileSplitGroup} for the {@code org.apache.hadoop.mapreduce} interface. */
public final class GroupedSplit extends FileSplitGroup<FileSplit> {

  /** For Hadoop's deserializer. */
  public GroupedSplit() {
    this(SplitGroupState.empty(FileSplit.class));
  }

  GroupedSplit(Group group) {
    this(SplitGroupState.of(FileSplit.class, group));
  }

  private GroupedSplit(SplitGroupState<FileSplit> inner) {
    super(inner, FileSplit::getPath, FileSplit::getStart, FileSplit::getLength);
  }
}
