// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.line.SparkLine;
import io.situ.spark.shuffle.output.MapOutputId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.shuffle.sort.SerializedShuffleHandle;
import org.apache.spark.shuffle.sort.SortShuffleManager;
import org.apache.spark.shuffle.sort.SortShuffleManager$;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spark's shuffle with its data on a file system that all hosts share: {@code
 * spark.shuffle.manager=io.situ.spark.shuffle.SituShuffleManager}. Each map attempt writes one file
 * through Spark's own writers, and reduce tasks read their ranges of it there. Where data is not
 * shared it is Spark's own shuffle, which it extends because Spark SQL asks for that class.
 *
 * <p>Thread-safe.
 */
public final class SituShuffleManager extends SortShuffleManager {

  private static final Logger LOG = LoggerFactory.getLogger(SituShuffleManager.class);
  private static final String PLUGIN = "spark.shuffle.sort.io.plugin.class";
  private static final String TRACKING = "spark.dynamicAllocation.shuffleTracking.enabled";
  private static final String PUSH = "spark.shuffle.push.enabled";
  private static final String LISTENERS = "spark.extraListeners";

  private final SparkConf conf;
  private final Optional<String> otherPlugin;

  private volatile SparkShuffleChoice choice =
      new SparkShuffleChoice(Optional.empty(), "not chosen");
  private SharedOutputs outputs;

  /**
   * Creates a manager, as Spark does in the driver and in each executor.
   *
   * @param conf of the process; the class that Spark's writers write through is set in it
   */
  public SituShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf);
    this.conf = conf;
    String own = SituShuffleDataIO.class.getName();
    this.otherPlugin = Optional.of(conf.get(PLUGIN, own)).filter(said -> !said.equals(own));
    conf.set(PLUGIN, own);
  }

  /**
   * Returns the manager of this driver or executor.
   *
   * @throws IllegalStateException if it is another one, in one sentence
   */
  static SituShuffleManager ofThisProcess() {
    if (SparkEnv.get().shuffleManager() instanceof SituShuffleManager own) {
      return own;
    }
    throw new IllegalStateException(
        PLUGIN
            + "="
            + SituShuffleDataIO.class.getName()
            + " goes only with spark.shuffle.manager="
            + SituShuffleManager.class.getName());
  }

  /** Chooses where shuffle data goes; in the driver only. */
  void startApplication() {
    SparkLine.requireForShuffle(SparkLine.sparkVersion());
    otherPlugin.ifPresent(
        said -> {
          throw new IllegalArgumentException(
              "Situ's shuffle does not go with " + PLUGIN + "=" + said + "; leave one of them out");
        });
    try {
      choice = SparkShuffleChoice.make(conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    if (choice.application().isPresent()) {
      LOG.info("shuffle data goes to '{}': {}", application().get().path(), choice.reason());
      // Executors hold no shuffle data, so none needs to be kept for it, and none can push any.
      conf.setIfMissing(TRACKING, "false");
      conf.set(PUSH, "false");
      addListener(conf);
    } else {
      LOG.info("shuffle data stays on the executors' own disks: {}", choice.reason());
    }
  }

  /** Spark makes listeners later than it calls this. */
  private static void addListener(SparkConf conf) {
    String own = LostShuffleListener.class.getName();
    String others = conf.get(LISTENERS, "");
    conf.set(LISTENERS, others.isBlank() ? own : others + "," + own);
  }

  /** Removes all shuffle data of the application; in the driver only. */
  void endApplication() {
    closeOutputs();
    choice
        .application()
        .ifPresent(
            application -> {
              try {
                application.close();
              } catch (IOException | RuntimeException e) {
                LOG.warn(
                    "shuffle data in '{}' stays until another application removes it: {}",
                    application.path(),
                    e.getMessage());
              }
            });
    choice = new SparkShuffleChoice(Optional.empty(), "the application has ended");
  }

  /** Returns the application's shuffle data; empty in executors, and if it is not shared. */
  Optional<SharedApplication> application() {
    return choice.application();
  }

  @Override
  public <K, V, C> ShuffleHandle registerShuffle(
      int shuffle, ShuffleDependency<K, V, C> dependency) {
    ShuffleHandle own = super.registerShuffle(shuffle, dependency);
    Optional<SharedApplication> application = application();
    if (application.isEmpty()) {
      return own;
    }
    return new SharedShuffleHandle<>(writing(own, shuffle, dependency), application.get());
  }

  /**
   * Returns the handle of the writer that writes least: a serialized shuffle spills one file, which
   * may be moved, where Spark else writes a file for each partition first.
   */
  @SuppressWarnings("unchecked")
  private static <K, V, C> BaseShuffleHandle<K, V, C> writing(
      ShuffleHandle own, int shuffle, ShuffleDependency<K, V, C> dependency) {
    if (SortShuffleManager$.MODULE$.canUseSerializedShuffle(dependency)) {
      ShuffleDependency<K, V, V> uncombined = (ShuffleDependency<K, V, V>) dependency;
      return (BaseShuffleHandle<K, V, C>) new SerializedShuffleHandle<>(shuffle, uncombined);
    }
    return (BaseShuffleHandle<K, V, C>) own;
  }

  @Override
  public <K, V> ShuffleWriter<K, V> getWriter(
      ShuffleHandle handle, long map, TaskContext context, ShuffleWriteMetricsReporter metrics) {
    if (!(handle instanceof SharedShuffleHandle<?, ?, ?> shared)) {
      return super.getWriter(handle, map, context, metrics);
    }
    MapOutputId output = outputs(shared).output(shared.shuffleId(), shared.partitions(), map);
    return new SharedWriter<>(
        super.getWriter(shared.writing(), map, context, metrics), outputs(shared), output);
  }

  @Override
  public <K, C> ShuffleReader<K, C> getReader(
      ShuffleHandle handle,
      int startMap,
      int endMap,
      int startPartition,
      int endPartition,
      TaskContext context,
      ShuffleReadMetricsReporter metrics) {
    if (!(handle instanceof SharedShuffleHandle<?, ?, ?>)) {
      return super.getReader(
          handle, startMap, endMap, startPartition, endPartition, context, metrics);
    }
    @SuppressWarnings("unchecked")
    SharedShuffleHandle<K, ?, C> shared = (SharedShuffleHandle<K, ?, C>) handle;
    ReadSpan span = new ReadSpan(startMap, endMap, startPartition, endPartition);
    return new SharedReader<>(shared, span, outputs(shared), context, metrics);
  }

  private synchronized SharedOutputs outputs(SharedShuffleHandle<?, ?, ?> handle) {
    if (outputs == null) {
      try {
        outputs = new SharedOutputs(handle, conf);
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
    return outputs;
  }

  @Override
  public boolean unregisterShuffle(int shuffle) {
    synchronized (this) {
      if (outputs != null) {
        outputs.closeShuffle(shuffle);
      }
    }
    return super.unregisterShuffle(shuffle);
  }

  private synchronized void closeOutputs() {
    if (outputs != null) {
      outputs.close();
      outputs = null;
    }
  }

  @Override
  public void stop() {
    closeOutputs();
    super.stop();
  }
}
