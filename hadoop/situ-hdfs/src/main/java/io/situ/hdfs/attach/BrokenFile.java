// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

/**
 * A file that is not what its object is.
 *
 * @param path in HDFS
 * @param difference one sentence
 */
public record BrokenFile(String path, Kind kind, String difference) {

  /** What is wrong. */
  public enum Kind {
    /** The object is another version than the one attached. */
    CHANGED,
    /** The object is gone. */
    VANISHED,
    /** No DataNode serves a block of it, or gives the checksum of one. */
    UNSERVED,
    /** Its bytes have another checksum than was noted of the object's. */
    DAMAGED,
    /** It is a file of HDFS's own in the place of an object. */
    FOREIGN,
    /** The store does not let its object be looked at. */
    UNKNOWN
  }
}
