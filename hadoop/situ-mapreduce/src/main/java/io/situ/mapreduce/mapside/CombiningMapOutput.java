// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapred.Task.CombinerRunner;
import org.apache.hadoop.mapred.Task.TaskReporter;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the job's combiner on map output that is gathered by key in a table, so that what is sorted,
 * spilled and merged afterwards, by Hadoop's own classes, is what the combiner leaves. Set per job
 * as {@code mapreduce.job.map.output.collector.class}.
 *
 * <p>It takes half of {@code mapreduce.task.io.sort.mb}; the sort buffer gets the other half, and 1
 * MiB at least. The combiner sees keys in the order of the sort comparator, as in a spill, though
 * more or less often than there. A job without a combiner, and one whose combiner leaves more than
 * two thirds of the records, is left to Hadoop.
 *
 * <p>Hadoop creates one per map task; {@code collect} is thread-safe.
 */
public final class CombiningMapOutput<K, V> implements MapOutputCollector<K, V> {

  /** Configuration key: the collector that gets what the combiner leaves. */
  public static final String INTO = "situ.mapreduce.map.combine.into";

  /**
   * Configuration key: whether the combiner is left to Hadoop where the order of keys turns out to
   * be another than their class's own.
   */
  static final String KNOWN_ORDER_ONLY = "situ.mapreduce.map.combine.known.order.only";

  private static final Logger LOG = LoggerFactory.getLogger(CombiningMapOutput.class);
  private static final int MEGABYTE = 1 << 20;
  private static final int DEFAULT_SORT_MB = 100;
  private static final double MIN_GAIN = 1.5;

  /** Hadoop's own are counted up by its spill thread meanwhile. */
  private final Counters.Counter combinerInput = new Counters.Counter();

  private final Counters.Counter combinerOutput = new Counters.Counter();

  private MapOutputCollector<K, V> out;
  private TaskReporter reporter;
  private Class<K> keyClass;
  private Class<V> valueClass;
  private int partitions;
  private SerializationFactory serializations;
  private RecordBytes<K, V> record;
  private RecordBytes<K, V> combined;
  private Counters.Counter records;
  private Counters.Counter bytes;

  /** Null where the job has no combiner, or one that is of no use here. */
  private CombinerRunner<K, V> combiner;

  private CombineHashTable table;
  private CombineHashTable spare;

  @Override
  @SuppressWarnings("unchecked")
  public void init(Context context) throws IOException, ClassNotFoundException {
    JobConf conf = context.getJobConf();
    reporter = context.getReporter();
    out =
        ReflectionUtils.newInstance(
            conf.getClass(INTO, MapOutputBuffer.class, MapOutputCollector.class), conf);
    combiner =
        CombinerRunner.create(
            conf, context.getMapTask().getTaskID(), combinerInput, reporter, null);
    if (conf.getBoolean(KNOWN_ORDER_ONLY, false)
        && KeyOrder.of(conf.getOutputKeyComparator()).isEmpty()) {
      combiner = null;
    }
    if (combiner == null) {
      out.init(context);
      return;
    }
    int megabytes = conf.getInt(JobContext.IO_SORT_MB, DEFAULT_SORT_MB);
    JobConf half = new JobConf(conf);
    half.setInt(JobContext.IO_SORT_MB, Math.max(1, megabytes / 2));
    out.init(new Context(context.getMapTask(), half, reporter));
    int quarter = (int) ((long) megabytes * MEGABYTE / 4);
    table = new CombineHashTable(quarter, conf.getOutputKeyComparator());
    spare = new CombineHashTable(quarter, conf.getOutputKeyComparator());
    keyClass = (Class<K>) conf.getMapOutputKeyClass();
    valueClass = (Class<V>) conf.getMapOutputValueClass();
    partitions = conf.getNumReduceTasks();
    serializations = new SerializationFactory(conf);
    record = new RecordBytes<>(serializations, keyClass, valueClass);
    combined = new RecordBytes<>(serializations, keyClass, valueClass);
    records = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
    bytes = reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES);
  }

  /** Threads of one map may call it at once, as Hadoop's own. */
  @Override
  public synchronized void collect(K key, V value, int partition)
      throws IOException, InterruptedException {
    if (combiner == null || isRefused(key, value, partition)) {
      out.collect(key, value, partition);
      return;
    }
    reporter.progress();
    record.set(key, value);
    records.increment(1);
    bytes.increment(record.length());
    if (!record.addTo(table, partition)) {
      combineOrFlush();
      if (combiner == null || !record.addTo(table, partition)) {
        forward(key, value, partition);
      }
    }
  }

  /** What Hadoop's own collector has a message for. */
  private boolean isRefused(K key, V value, int partition) {
    return key.getClass() != keyClass
        || value.getClass() != valueClass
        || partition < 0
        || partition >= partitions;
  }

  /** The record was counted when the mapper put it out. */
  private void forward(K key, V value, int partition) throws IOException, InterruptedException {
    long recordsBefore = records.getValue();
    long bytesBefore = bytes.getValue();
    out.collect(key, value, partition);
    records.setValue(recordsBefore);
    bytes.setValue(bytesBefore);
  }

  private void combineOrFlush() throws IOException, InterruptedException {
    int before = table.records();
    combine();
    if (table.records() * MIN_GAIN > before) {
      LOG.info(
          "the combiner left {} of {} records, and runs in spills only", table.records(), before);
      flushTable();
      stop();
    } else if (table.isOverHalf()) {
      flushTable();
    }
  }

  private void combine() throws IOException, InterruptedException {
    table.sort();
    CombineHashTable.Records read = table.read();
    try {
      while (read.nextPartition()) {
        int partition = read.partition();
        combiner.combine(read, (key, value) -> keep(key, value, partition));
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    CombineHashTable emptied = table;
    table = spare;
    spare = emptied;
    spare.clear();
  }

  private void keep(K key, V value, int partition) throws IOException {
    combinerOutput.increment(1);
    requireClass("key", key, keyClass);
    requireClass("value", value, valueClass);
    combined.set(key, value);
    if (!combined.addTo(spare, partition)) {
      try {
        forward(key, value, partition);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  /** In Hadoop's words, whose own combining writes only what it is to read again. */
  private static void requireClass(String what, Object put, Class<?> declared) throws IOException {
    if (put.getClass() != declared) {
      throw new IOException("wrong " + what + " class: " + put.getClass() + " is not " + declared);
    }
  }

  private void flushTable() throws IOException, InterruptedException {
    DataInputBuffer keyBytes = new DataInputBuffer();
    DataInputBuffer valueBytes = new DataInputBuffer();
    Deserializer<K> keyReader = serializations.getDeserializer(keyClass);
    Deserializer<V> valueReader = serializations.getDeserializer(valueClass);
    keyReader.open(keyBytes);
    valueReader.open(valueBytes);
    K key = null;
    V value = null;
    CombineHashTable.Records read = table.read();
    while (read.nextPartition()) {
      while (read.next()) {
        point(keyBytes, read.getKey());
        point(valueBytes, read.getValue());
        key = keyReader.deserialize(key);
        value = valueReader.deserialize(value);
        forward(key, value, read.partition());
      }
    }
    table.clear();
  }

  private static void point(DataInputBuffer buffer, DataInputBuffer at) {
    buffer.reset(at.getData(), at.getPosition(), at.getLength() - at.getPosition());
  }

  /** From now on everything goes straight on. */
  private void stop() {
    combiner = null;
    table = null;
    spare = null;
  }

  @Override
  public void flush() throws IOException, InterruptedException, ClassNotFoundException {
    if (combiner != null) {
      combine();
      flushTable();
      stop();
    }
    out.flush();
    reporter.getCounter(TaskCounter.COMBINE_INPUT_RECORDS).increment(combinerInput.getValue());
    reporter.getCounter(TaskCounter.COMBINE_OUTPUT_RECORDS).increment(combinerOutput.getValue());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    out.close();
  }
}
