// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static io.situ.mapreduce.LocalJobs.counter;
import static io.situ.mapreduce.LocalJobs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.mapreduce.lease.LeaseRecord;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real jobs on the local runner whose map output lies in a store and is read in place. */
class SharedShuffleJobsTest {

  private static final String SEEN = "test.seen";
  private static final ConcurrentSkipListSet<String> FOUND = new ConcurrentSkipListSet<>();

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    FOUND.clear();
    Path in = Files.createDirectory(scratch.resolve("in"));
    Random random = new Random(7);
    for (int i = 0; i < 6; i++) {
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < 500; line++) {
        text.append(Integer.toHexString(random.nextInt(900))).append(' ').append(line % 5);
        text.append('\n');
      }
      Files.writeString(in.resolve("text-" + i), text);
    }
  }

  @Test
  void mapOutputIsReadWhereItLiesAndGoneAfterwards() throws Exception {
    Job plain = run(job("plain", "local"));
    Job shared = run(job("shared", "shared"));

    assertThat(output("shared")).isEqualTo(output("plain")).hasSize(3);
    assertThat(FOUND)
        .hasSize(1)
        .allMatch(seen -> seen.matches("rwx------ .*/shared/_temporary/situ-shuffle-job_local.*"));
    assertThat(scratch.resolve("shared/_temporary")).doesNotExist();
    assertThat(counter(shared, TaskCounter.SHUFFLED_MAPS)).isEqualTo(18);
    assertThat(counter(shared, TaskCounter.REDUCE_SHUFFLE_BYTES)).isPositive();
    assertThat(counter(shared, TaskCounter.REDUCE_INPUT_RECORDS))
        .isEqualTo(counter(plain, TaskCounter.REDUCE_INPUT_RECORDS));
    assertThat(record("shared").shuffle().orElseThrow().isShared()).isTrue();
  }

  @Tag("hadoop-3.4-long")
  @Test
  void aDirectoryOfOnesOwnIsLeftEmpty() throws Exception {
    Path place = Files.createDirectory(scratch.resolve("map output"));
    Job job = job("shared", "shared");
    job.getConfiguration().set("situ.mapreduce.shuffle.dir", "situ://" + place);
    run(job);

    assertThat(FOUND).allMatch(seen -> seen.contains("/map output/situ-shuffle-job_local"));
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void aFailedJobLeavesNothing() throws Exception {
    Path place = Files.createDirectory(scratch.resolve("place"));
    Job job = job("shared", "shared");
    job.getConfiguration().set("situ.mapreduce.shuffle.dir", place.toString());
    job.setReducerClass(Fails.class);

    assertThat(job.waitForCompletion(false)).isFalse();
    assertThat(place).isEmptyDirectory();
    assertThat(scratch.resolve("shared")).doesNotExist();
  }

  @Tag("hadoop-3.4-long")
  @Test
  void whatADeadRunLeftIsSweptAndWhatOthersHaveIsNot() throws Exception {
    Path place = Files.createDirectory(scratch.resolve("place"));
    Path dead = leave(place, "situ-shuffle-job_local1_0001", true);
    Path alive = leave(place, "situ-shuffle-job_local2_0001", false);
    Path users = Files.createDirectory(place.resolve("situ-shuffle-mine"));
    Job job = job("shared", "shared");
    job.getConfiguration().set("situ.mapreduce.shuffle.dir", place.toString());
    run(job);

    assertThat(dead).doesNotExist();
    assertThat(alive).isDirectory();
    assertThat(users).isDirectory();
  }

  /** A claim of this process, or of one of its number that started at another time. */
  private static Path leave(Path place, String name, boolean dead) throws IOException {
    Path left = Files.createDirectories(place.resolve(name).resolve("attempt_x_m_1_0"));
    Files.writeString(left.resolve("file.out"), "bytes");
    String job = name.substring("situ-shuffle-".length());
    String[] lines =
        LeaseRecord.of(org.apache.hadoop.mapreduce.JobID.forName(job), true).text().split("\n", -1);
    if (dead) {
      lines[6] = "1";
    }
    Path lease = left.getParent().resolve(LeaseRecord.FILE);
    Files.writeString(lease, String.join("\n", lines));
    Files.setPosixFilePermissions(lease, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(left.getParent(), PosixFilePermissions.fromString("rwx------"));
    return left.getParent();
  }

  /** Leases that any user could have written, with all that is public about a dead process. */
  @Tag("hadoop-3.4-long")
  @Test
  void whatOwnerAndPermissionsDoNotProveIsNotSwept() throws Exception {
    Path place = Files.createDirectory(scratch.resolve("place"));
    Path open = leave(place, "situ-shuffle-job_local1_0001", true);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path writable = leave(place, "situ-shuffle-job_local2_0001", true);
    Files.setPosixFilePermissions(
        writable.resolve(LeaseRecord.FILE), PosixFilePermissions.fromString("rw-rw-rw-"));
    Path elsewhere = leave(scratch, "situ-shuffle-job_local3_0001", true);
    Path link = Files.createSymbolicLink(place.resolve(elsewhere.getFileName()), elsewhere);
    Path linked = leave(place, "situ-shuffle-job_local4_0001", true);
    Files.move(linked.resolve(LeaseRecord.FILE), scratch.resolve("lease"));
    Files.createSymbolicLink(linked.resolve(LeaseRecord.FILE), scratch.resolve("lease"));
    Path given = leave(place, "situ-shuffle-job_local5_0001", true);
    boolean root = System.getProperty("user.name").equals("root");
    Files.setAttribute(given, "unix:uid", root ? 1 : Files.getAttribute(given, "unix:uid"));
    Job job = job("shared", "shared");
    job.getConfiguration().set("situ.mapreduce.shuffle.dir", place.toString());
    run(job);

    assertThat(List.of(open, writable, link, elsewhere, linked)).allMatch(Files::isDirectory);
    assertThat(elsewhere.resolve("attempt_x_m_1_0/file.out")).exists();
    assertThat(Files.exists(given)).isEqualTo(root);
  }

  @Tag("hadoop-3.4-long")
  @Test
  void autoReportsWhyItIsLocal() throws Exception {
    run(job("auto", "auto"));

    var choice = record("auto").shuffle().orElseThrow();
    assertThat(choice.isShared()).isFalse();
    assertThat(choice.reason()).contains("only where tasks have no disks of their own");
    assertThat(FOUND).isEmpty();
  }

  @Tag("hadoop-3.4-long")
  @Test
  void aJobWithoutReducersRunsAsItIs() throws Exception {
    Job job = job("maponly", "shared");
    job.setNumReduceTasks(0);
    run(job);

    assertThat(record("maponly").shuffle().orElseThrow().reason())
        .isEqualTo("the job has no reducers");
  }

  @Tag("hadoop-3.4-long")
  @Test
  void whatCannotBeSharedIsRefusedInOneSentence() throws Exception {
    Job own = job("own", "shared");
    own.getConfiguration().set("mapreduce.job.map.output.collector.class", "org.example.Mine");
    assertRefused(
        own,
        "situ.mapreduce.shuffle=shared does not go with"
            + " mapreduce.job.map.output.collector.class=org.example.Mine; leave one of them out");

    Job missing = job("missing", "shared");
    missing.getConfiguration().set("situ.mapreduce.shuffle.dir", scratch + "/no/such");
    assertRefused(
        missing,
        String.format(
            "situ.mapreduce.shuffle.dir is '%1$s/no/such', and there is no directory at"
                + " '%1$s/no/such'; make it, or name another",
            scratch));

    Job hdfs = job("hdfs", "shared");
    hdfs.getConfiguration().set("situ.mapreduce.shuffle.dir", "hdfs://nn/tmp");
    assertRefused(
        hdfs,
        "situ.mapreduce.shuffle=shared needs a directory that is mounted on every host, and"
            + " situ.mapreduce.shuffle.dir=hdfs://nn/tmp is in hdfs://; set"
            + " situ.mapreduce.shuffle.dir to one in a mounted store, such as situ://NAME/tmp");

    Job odd = job("odd", "everywhere");
    assertRefused(odd, "situ.mapreduce.shuffle is 'everywhere'; it must be local, shared or auto");
  }

  private void assertRefused(Job job, String sentence) {
    assertThat(JobFailure.of(catchThrowable(job::submit)).toText())
        .isEqualTo("INVALID_ARGUMENT\n" + sentence + "\n");
  }

  @Test
  void spillsStayAsTheyAreAndReducersMergeThem() throws Exception {
    for (String codec : List.of("", "org.apache.hadoop.io.compress.DefaultCodec")) {
      Job plain = run(spilling("plain" + codec, "local", codec));
      Job shared = run(spilling("shared" + codec, "shared", codec));

      assertThat(output("shared" + codec)).isEqualTo(output("plain" + codec)).hasSize(3);
      assertThat(FOUND)
          .anyMatch(seen -> seen.contains("/attempt_") && seen.endsWith("/spill1.out"));
      assertThat(counter(plain, TaskCounter.SPILLED_RECORDS))
          .isGreaterThan(2 * counter(plain, TaskCounter.MAP_OUTPUT_RECORDS));
      assertThat(counter(shared, TaskCounter.SPILLED_RECORDS))
          .isEqualTo(counter(shared, TaskCounter.MAP_OUTPUT_RECORDS));
      assertThat(counter(shared, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES))
          .isEqualTo(counter(shared, TaskCounter.REDUCE_SHUFFLE_BYTES));
      assertThat(counter(shared, TaskCounter.MERGED_MAP_OUTPUTS)).isEqualTo(18);
      FOUND.clear();
    }
  }

  @Test
  void aCombinerHasSpillsMerged() throws Exception {
    run(spilling("plain", "local", ""));
    Job job = spilling("shared", "shared", "");
    job.setCombinerClass(IntSumReducer.class);
    run(job);

    assertThat(output("shared")).isEqualTo(output("plain"));
    assertThat(FOUND).noneMatch(seen -> seen.contains("spill"));
  }

  /** A job whose maps spill several times. */
  private Job spilling(String out, String mode, String codec) throws IOException {
    Job job = job(out, mode);
    job.setReducerClass(Lists.class);
    Configuration conf = job.getConfiguration();
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    conf.set("mapreduce.map.sort.spill.percent", "0.01");
    conf.setBoolean("mapreduce.map.output.compress", !codec.isEmpty());
    if (!codec.isEmpty()) {
      conf.set("mapreduce.map.output.compress.codec", codec);
    }
    return job;
  }

  /** Hadoop refuses a record before it takes any of it. */
  @Tag("hadoop-3.4-long")
  @Test
  void aMapperMayGoOnAfterARecordThatIsRefused() throws Exception {
    for (String mode : List.of("local", "shared")) {
      Job job = spilling(mode, mode, "");
      job.setMapperClass(TriesOthers.class);
      run(job);
    }

    assertThat(output("shared")).isEqualTo(output("local")).hasSize(3);
  }

  @Tag("hadoop-3.4-long")
  @Test
  void outputThatIsDamagedFailsTheJobAndIsNamed() throws Exception {
    for (Damage damage : Damage.values()) {
      Job job = job("out-" + damage, "shared");
      job.getConfiguration().setEnum("test.damage", damage);
      job.getConfiguration().set("situ.mapreduce.shuffle.wait", "0s");
      job.setReducerClass(IntSumReducer.class);
      job.setMapperClass(LastSpoils.class);
      job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 1);
      job.getConfiguration().set("mapreduce.map.sort.spill.percent", "0.01");
      job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", 1);

      assertThat(job.waitForCompletion(false)).as("%s", damage).isFalse();
      assertThat(record("out-" + damage).state()).isEqualTo(JobRecord.State.FAILED);
    }
  }

  private Job job(String out, String mode) throws IOException {
    JobConf conf = LocalJobs.conf(scratch);
    conf.set("situ.mapreduce.regroup", "off");
    conf.set("situ.mapreduce.shuffle", mode);
    conf.set("situ.mapreduce.records.dir", scratch + "/records-" + out);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    Job job = Job.getInstance(conf);
    job.setMapperClass(Words.class);
    job.setReducerClass(Looks.class);
    job.setNumReduceTasks(3);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("situ://" + scratch + "/in"));
    FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path("situ://" + scratch + "/" + out));
    return job;
  }

  private JobRecord record(String out) throws IOException {
    List<JobRecord> records = JobRecords.readAll(scratch.resolve("records-" + out));
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private TreeMap<String, String> output(String name) throws IOException {
    return LocalJobs.output(scratch.resolve(name));
  }

  /** Counts words. */
  public static class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ", -1)) {
        context.write(new Text(word), new IntWritable(1));
      }
    }
  }

  /** Tries a key of another class for each line that begins with a 7. */
  public static final class TriesOthers extends Words {
    @Override
    @SuppressWarnings({"rawtypes", "unchecked"})
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      if (line.toString().startsWith("7")) {
        assertThatThrownBy(() -> ((Mapper.Context) context).write(key, new IntWritable(1)))
            .hasMessageContaining("Type mismatch");
      }
      super.map(key, line, context);
    }
  }

  /** Adds up, and notes where map output lies and who may look. */
  public static final class Looks extends IntSumReducer<Text> {
    @Override
    protected void setup(Context context) throws IOException {
      String directory = context.getConfiguration().get("situ.mapreduce.shuffle.job.dir");
      if (directory != null) {
        Path path = Path.of(directory);
        FOUND.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)) + " " + path);
      }
    }
  }

  /** Adds up, and notes the files of maps. */
  public static final class Lists extends IntSumReducer<Text> {
    @Override
    protected void setup(Context context) throws IOException {
      String directory = context.getConfiguration().get("situ.mapreduce.shuffle.job.dir");
      if (directory != null) {
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
          files.map(Path::toString).forEach(FOUND::add);
        }
      }
    }
  }

  /** Never reduces. */
  public static final class Fails extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void setup(Context context) throws IOException {
      throw new IOException("no");
    }
  }

  /** What may happen to a file. */
  enum Damage {
    REMOVED,
    CUT,
    FLIPPED,
    SPILL_REMOVED,
    SPILL_FLIPPED,
    NO_INDEX,
    BAD_INDEX;

    void to(Path attempt) throws IOException {
      Path file = attempt.resolve("file.out");
      Path index = attempt.resolve("file.out.index");
      switch (this) {
        case REMOVED -> Files.delete(file);
        case CUT -> Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 20));
        case FLIPPED -> flip(file);
        case SPILL_REMOVED -> Files.delete(attempt.resolve("spill1.out"));
        case SPILL_FLIPPED -> flip(attempt.resolve("spill1.out"));
        case NO_INDEX -> Files.delete(index);
        case BAD_INDEX -> flip(index);
        default -> throw new IllegalStateException();
      }
    }

    private static void flip(Path file) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      for (int i = 0; i < bytes.length; i += 8) {
        bytes[i] ^= 1;
      }
      Files.write(file, bytes);
    }
  }

  /** The last map spoils the first one's output. */
  public static final class LastSpoils extends Words {
    @Override
    protected void cleanup(Context context) throws IOException {
      if (context.getTaskAttemptID().getTaskID().getId() == 5) {
        String map = context.getTaskAttemptID().toString().replaceAll("_m_\\d+_", "_m_000000_");
        context
            .getConfiguration()
            .getEnum("test.damage", Damage.REMOVED)
            .to(Path.of(context.getConfiguration().get("situ.mapreduce.shuffle.job.dir"), map));
      }
    }
  }
}
