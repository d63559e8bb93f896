package io.situ.hdfs.attach;

/**
 * An attached file that readers cannot have.
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
    /** No DataNode serves a block of it. */
    UNSERVED,
    /** Its bytes have another checksum than was noted of the object's. */
    DAMAGED
  }
}
