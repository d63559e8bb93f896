// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.status;

import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;

/** A located file status that knows its object's version. */
public final class SituLocatedFileStatus extends LocatedFileStatus implements VersionedStatus {

  private static final long serialVersionUID = 1L;

  private final long identity;
  private final long stamp;

  /**
   * @param locations null for what is no file
   */
  public SituLocatedFileStatus(SituFileStatus status, BlockLocation[] locations) {
    super(status, locations);
    this.identity = status.identity();
    this.stamp = status.stamp();
  }

  @Override
  public long identity() {
    return identity;
  }

  @Override
  public long stamp() {
    return stamp;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
