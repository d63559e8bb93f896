// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;

/** Code of tasks that could notice that a task has several splits. */
final class UnsoundCode {

  private UnsoundCode() {}

  @RefusalReason("writes the static field UnsoundCode$WritesStaticField.count")
  static class WritesStaticField extends Mapper<LongWritable, Text, Text, Text> {
    private static int count;

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      count++;
    }
  }

  @RefusalReason("calls HashMap.put on an object that outlives a split")
  static class FillsStaticMap extends Mapper<LongWritable, Text, Text, Text> {
    private static final HashMap<String, Integer> SUMS = new HashMap<>();

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      SUMS.put(value.toString(), 1);
    }
  }

  @RefusalReason("on an object that outlives a split")
  static class FillsListInStaticMap extends Mapper<LongWritable, Text, Text, Text> {
    private static final Map<String, List<String>> LISTS = Map.of("a", new ArrayList<>());

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      List<String> list = LISTS.get("a");
      list.add(value.toString());
    }
  }

  @RefusalReason("changes an array that outlives a split")
  static class FillsStaticArray extends Mapper<LongWritable, Text, Text, Text> {
    private static final long[] COUNTS = new long[8];

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      long[] counts = COUNTS;
      counts[value.getLength() % 8]++;
    }
  }

  @RefusalReason("changes the field UnsoundCode$Registry.count of an object that outlives a split")
  static class UsesSingleton extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      Registry registry = Registry.instance();
      registry.add();
    }
  }

  @DelegateCode
  static class Registry {
    private static final Registry INSTANCE = new Registry();
    private int count;

    static Registry instance() {
      return INSTANCE;
    }

    void add() {
      count++;
    }
  }

  @RefusalReason("changes the field UnsoundCode$Seen.count of an object that outlives a split")
  static class UsesMutableEnum extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      Seen.FIRST.add();
    }
  }

  @DelegateCode
  enum Seen {
    FIRST;

    private int count;

    void add() {
      count++;
    }
  }

  @RefusalReason("hands an object that outlives a split")
  static class PassesStaticMapOn extends Mapper<LongWritable, Text, Text, Text> {
    private static final Map<String, String> SEEN = new HashMap<>();

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      List<Map<String, String>> maps = new ArrayList<>();
      maps.add(SEEN);
      maps.get(0).put("a", "b");
    }
  }

  @RefusalReason("on an object that outlives a split")
  static class KeepsStaticMapInField extends Mapper<LongWritable, Text, Text, Text> {
    private static final Map<String, String> SEEN = new HashMap<>();
    private Map<String, String> mine;

    @Override
    protected void setup(Context context) {
      mine = SEEN;
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      mine.put(value.toString(), "");
    }
  }

  @RefusalReason("changes an array that outlives a split")
  static class CountsInLambda extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static final LongSupplier NEXT = counter();

    private static LongSupplier counter() {
      long[] last = new long[1];
      return () -> last[0]++;
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new LongWritable(NEXT.getAsLong()));
    }
  }

  @RefusalReason("keeps an iterator that outlives a split")
  static class DealsOut extends Mapper<LongWritable, Text, Text, Text> {
    private static final Iterator<String> NAMES = List.of("a", "b").iterator();

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new Text(NAMES.next()));
    }
  }

  @RefusalReason("ThreadLocal")
  static class UsesThreadLocal extends Mapper<LongWritable, Text, Text, Text> {
    private static final ThreadLocal<int[]> COUNT = ThreadLocal.withInitial(() -> new int[1]);

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      COUNT.get()[0]++;
    }
  }

  @RefusalReason("calls Mapper$Context.getTaskAttemptID")
  static class AsksForAttempt extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new Text(context.getTaskAttemptID().toString()));
    }
  }

  @RefusalReason("has the text \"mapred.task.partition\"")
  static class AsksConfigurationForTask extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      context.setStatus(context.getConfiguration().get("mapred.task.partition"));
    }
  }

  @RefusalReason("has the text \"mapreduce.\"")
  static class JoinsKeyOfTask extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      context.setStatus(context.getConfiguration().get("mapreduce." + value));
    }
  }

  @RefusalReason("has the text \"mapreduce.job.maps\"")
  static class AsksForNumberOfMaps extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      context.setStatus("" + context.getConfiguration().getInt("mapreduce.job.maps", 1));
    }
  }

  @RefusalReason(
      "reaches io.situ.mapreduce.bytecode.UnsoundCode$Side, which calls MultipleOutputs.<init>")
  static class WritesSideFilesByHelper extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      new Side(context);
    }
  }

  @DelegateCode
  static class Side {
    Side(Mapper<?, ?, Text, Text>.Context context) {
      new MultipleOutputs<>(context);
    }
  }

  @RefusalReason("calls FileSystem.create")
  static class CreatesFile extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException {
      FileSystem.get(context.getConfiguration()).create(new Path("/side")).close();
    }
  }

  @RefusalReason("calls FileOutputStream.<init>")
  static class CreatesLocalFile extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException {
      new FileOutputStream("side").close();
    }
  }

  @RefusalReason("calls Configuration.set")
  static class ChangesConfiguration extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      context.getConfiguration().set("seen", "yes");
    }
  }

  @RefusalReason("calls Thread.<init>")
  static class StartsThread extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      new Thread(() -> {}).start();
    }
  }

  @RefusalReason("calls Class.forName")
  static class LoadsByName extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      try {
        context.setStatus(Class.forName(value.toString()).getName());
      } catch (ClassNotFoundException e) {
        context.setStatus("none");
      }
    }
  }

  @RefusalReason("reaches the native method")
  static class CallsNativeCode extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      count();
    }

    private static native int count();
  }

  @RefusalReason("calls System.getenv")
  static class AsksEnvironment extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      context.setStatus(System.getenv("CONTAINER_ID"));
    }
  }

  @RefusalReason("calls Counter.getValue")
  static class NumbersByCounter extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new LongWritable(context.getCounter("a", "b").getValue()));
    }
  }

  @RefusalReason("makes a static value by UUID.randomUUID")
  static class NamesItsProcess extends Mapper<LongWritable, Text, Text, Text> {
    private static final String PROCESS = name();

    private static String name() {
      return UUID.randomUUID().toString();
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new Text(PROCESS));
    }
  }

  @RefusalReason("calls System.currentTimeMillis")
  static class NumbersByTime extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long next;

    @Override
    protected void setup(Context context) {
      next = System.currentTimeMillis();
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new LongWritable(next++));
    }
  }

  @RefusalReason("closes a file system")
  static class ClosesFileSystem extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException {
      IOUtils.closeStream(FileSystem.get(context.getConfiguration()));
    }
  }

  @RefusalReason("and nothing shows which class answers")
  static class CallsUnknownClass extends Mapper<LongWritable, Text, Text, Text> {
    private Plugin plugin;

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      plugin.run();
    }
  }

  @DelegateCode
  interface Plugin {
    void run();
  }

  @RefusalReason("asks for a configuration key whose name it computes")
  static class JoinsKey extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      String key = String.join(".", List.of("mapreduce", "task", "id"));
      context.getConfiguration().get(key);
    }
  }

  @RefusalReason("changes the field UnsoundCode$RoundRobin.next of an object that outlives a split")
  static class RoundRobin extends Partitioner<Text, Text> {
    private int next;

    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return next++ % partitions;
    }
  }

  @RefusalReason("of an object that outlives a split")
  static class Counting implements RawComparator<Text> {
    private int calls;

    @Override
    public int compare(byte[] a, int s1, int l1, byte[] b, int s2, int l2) {
      return calls++;
    }

    @Override
    public int compare(Text a, Text b) {
      return a.compareTo(b);
    }
  }
}
