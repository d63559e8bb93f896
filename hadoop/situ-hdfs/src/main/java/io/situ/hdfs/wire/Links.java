package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What stands for a linked block where a DataNode keeps blocks. */
public enum Links {
  /** A sparse file of the block's length. */
  PLACEHOLDER,
  /** A symbolic link to the object, where that is a plain file of the host and a whole block. */
  SYMLINK;

  /**
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static Links of(Configuration conf) {
    String key = HdfsKeys.LINK.name();
    String text = conf.getTrimmed(key, "placeholder");
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "placeholder" -> PLACEHOLDER;
      case "symlink" -> SYMLINK;
      default ->
          throw new IllegalArgumentException(
              key + " is '" + text + "'; it may be placeholder or symlink");
    };
  }
}
