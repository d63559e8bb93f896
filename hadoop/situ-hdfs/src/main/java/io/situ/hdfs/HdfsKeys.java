// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs;

import io.situ.storage.config.StoreConfig.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The configuration keys of what is attached to HDFS, by their full names. */
public final class HdfsKeys {

  /** What all of them begin with. */
  public static final String PREFIX = "fs.situ.hdfs.";

  /** When checksums are computed. */
  public static final Key CHECKSUMS =
      new Key(
          PREFIX + "checksums",
          Optional.of("eager"),
          "When the checksums of what is attached are computed: eager, which reads every byte"
              + " while it is attached, or lazy, when a block is first read to its end.");

  /** What stands for a linked block on a DataNode. */
  public static final Key LINK =
      new Key(
          PREFIX + "link",
          Optional.of("placeholder"),
          "What stands for a linked block on a DataNode: placeholder, an empty file of the block's"
              + " length, or symlink, a symbolic link to the object where it is a plain file of"
              + " that host and not cut into several blocks.");

  /** The secret that DataNodes and those who attach share. */
  public static final Key SECRET =
      Key.privileged(
          PREFIX + "secret.file",
          Optional.empty(),
          "A file with a secret of at least 32 bytes, the same on every DataNode and wherever"
              + " 'situ attach' is called. It belongs to root or to the reading process; its group"
              + " may read it, and nothing else is open to others.");

  /** Who in the store is who in HDFS. */
  public static final Key IDENTITIES =
      new Key(
          PREFIX + "identities",
          Optional.empty(),
          "A file for 'situ attach' that says what the store's users and groups are called in HDFS;"
              + " each line holds 'user' or 'group', the name in the store, or * for all others,"
              + " and the name in HDFS.");

  /** What a DataNode may serve. */
  public static final Key STORES =
      new Key(
          PREFIX + "stores",
          Optional.empty(),
          "Names of the stores, separated by commas, of which a DataNode serves objects, and of"
              + " which a client with fs.hdfs.impl reads them itself.");

  /** Where a DataNode listens. */
  public static final Key PORT_OFFSET =
      new Key(
          PREFIX + "port.offset",
          Optional.of("11"),
          "Offset from the port that serves blocks to the port of the link service of a DataNode; may be"
              + " negative.");

  /** What becomes of writes. */
  public static final Key WRITE_POLICY =
      new Key(
          PREFIX + "write.policy",
          Optional.of("copy"),
          "What becomes of an append to an attached file: copy, which changes a copy in HDFS, or"
              + " reject. A truncation cuts a copy. The object is never written.");

  private HdfsKeys() {}

  /**
   * What a key says of which one of several words is to be its value.
   *
   * @param type its constants are the words, in capitals
   * @throws IllegalArgumentException naming the key, if its value is none of them
   */
  public static <E extends Enum<E>> E word(Configuration conf, Key key, Class<E> type) {
    String text = conf.getTrimmed(key.name(), key.fallback().orElseThrow());
    List<String> words = new ArrayList<>();
    for (E each : type.getEnumConstants()) {
      String word = each.name().toLowerCase(Locale.ROOT);
      if (word.equals(text.toLowerCase(Locale.ROOT))) {
        return each;
      }
      words.add(word);
    }
    throw new IllegalArgumentException(
        key.name() + " is '" + text + "'; it may be " + String.join(" or ", words));
  }

  /** All of them. */
  public static List<Key> all() {
    return List.of(CHECKSUMS, IDENTITIES, LINK, PORT_OFFSET, SECRET, STORES, WRITE_POLICY);
  }
}
