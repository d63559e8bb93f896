// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.shuffle.BaseShuffleHandle;

/**
 * A shuffle whose data is on the shared file system. It carries where, so that executors need no
 * configuration for it.
 */
final class SharedShuffleHandle<K, V, C> extends BaseShuffleHandle<K, V, C> {

  private static final long serialVersionUID = 1L;

  private final BaseShuffleHandle<K, V, C> writing;
  private final String data;
  private final String owner;
  private final String hostPath;

  /**
   * @param writing selects the one of Spark's writers that is used
   */
  SharedShuffleHandle(BaseShuffleHandle<K, V, C> writing, SharedApplication application) {
    super(writing.shuffleId(), writing.dependency());
    this.writing = writing;
    this.data = application.data().toString();
    this.owner = application.owner();
    this.hostPath = application.hostPath().map(Path::toString).orElse(null);
  }

  BaseShuffleHandle<K, V, C> writing() {
    return writing;
  }

  /** Returns the application's directory. */
  org.apache.hadoop.fs.Path application() {
    return data().getParent();
  }

  /** Returns the directory in it that shuffles go to. */
  org.apache.hadoop.fs.Path data() {
    return new org.apache.hadoop.fs.Path(data);
  }

  /** Returns the user that the application's directory belongs to, on the host of the driver. */
  String owner() {
    return owner;
  }

  /** Returns the directory of shuffles as hosts mount it; empty if this one cannot use it so. */
  Optional<Path> hostPath() {
    return Optional.ofNullable(hostPath).flatMap(SparkShuffleLocation::path);
  }

  int partitions() {
    return dependency().partitioner().numPartitions();
  }
}
