// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.examples.SecondarySort;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.BigMapOutput;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorCombiner;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorMapper;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.junit.jupiter.api.Test;

/** Which jobs of Hadoop's own may be grouped: those of its examples and of its test programs. */
class HadoopJobsTest {

  private static final String GROUPED = "grouped";
  private static final String EXAMPLES = "org.apache.hadoop.examples.";

  /** What is decided of each mapper, with the formats that {@code Job} has by itself. */
  @Test
  void eachMapperOfHadoopsJarsIsDecidedAsListed() throws Exception {
    Map<String, String> decisions = new TreeMap<>();
    for (Class<?> inJar : List.of(WordCount.class, BigMapOutput.class, Mapper.class)) {
      for (Class<?> mapper : mappers(inJar)) {
        decisions.put(mapper.getName(), decision(mapper));
      }
    }

    assertThat(text(decisions)).isEqualTo(text(listed()));
  }

  /** Which of several objections comes first differs between lines of Hadoop: it does not count. */
  private static String decided(String decision) {
    return decision.equals(GROUPED) ? GROUPED : "left as it is";
  }

  @Test
  void splitsOfMappersThatTreatEachRecordAloneMayBeCut() throws IOException {
    for (Class<?> mapper :
        List.of(
            Mapper.class,
            InverseMapper.class,
            RegexMapper.class,
            TokenCounterMapper.class,
            WordCount.TokenizerMapper.class)) {
      JobConf conf = new JobConf(false);
      conf.setBoolean("mapred.mapper.new-api", true);
      conf.set("mapreduce.job.map.class", mapper.getName());
      assertThat(TaskCode.objectionToCuts(conf)).as(mapper.getName()).isEmpty();
    }
    for (Class<?> mapper : List.of(IdentityMapper.class, TokenCountMapper.class)) {
      JobConf conf = new JobConf(false);
      conf.set("mapred.mapper.class", mapper.getName());
      assertThat(TaskCode.objectionToCuts(conf)).as(mapper.getName()).isEmpty();
    }
  }

  private static String text(Map<String, String> decisions) {
    StringBuilder text = new StringBuilder();
    decisions.forEach(
        (name, decision) -> text.append(name).append(": ").append(decided(decision)).append('\n'));
    return text.toString();
  }

  private static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                HadoopJobsTest.class.getResourceAsStream("hadoop-mappers.txt"),
                StandardCharsets.US_ASCII))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              l -> listed.put(l.substring(0, l.indexOf(": ")), l.substring(l.indexOf(": ") + 2)));
    }
    return listed;
  }

  private static List<Class<?>> mappers(Class<?> inJar) throws IOException {
    Path jar = Path.of(inJar.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .filter(name -> isProgram(name))
          .flatMap(HadoopJobsTest::load)
          .filter(type -> !Modifier.isAbstract(type.getModifiers()))
          .filter(
              type ->
                  Mapper.class.isAssignableFrom(type)
                      || org.apache.hadoop.mapred.Mapper.class.isAssignableFrom(type))
          .toList();
    }
  }

  /** Not what Hadoop's unit tests are made of. */
  private static boolean isProgram(String name) {
    return !name.matches(".*\\.Test[A-Z].*|test(jar|shell)\\..*") || name.matches(".*TestDFSIO.*");
  }

  private static Stream<Class<?>> load(String name) {
    try {
      Class<?> type = Class.forName(name, false, HadoopJobsTest.class.getClassLoader());
      return type.getMethods() == null ? Stream.empty() : Stream.of(type);
    } catch (ReflectiveOperationException | LinkageError e) {
      return Stream.empty();
    }
  }

  private static String decision(Class<?> mapper) throws IOException {
    JobConf conf = new JobConf(false);
    if (Mapper.class.isAssignableFrom(mapper)) {
      conf.setBoolean("mapred.mapper.new-api", true);
      conf.set("mapreduce.job.map.class", mapper.getName());
    } else {
      conf.set("mapred.mapper.class", mapper.getName());
    }
    return decision(conf);
  }

  private static String decision(JobConf conf) {
    return TaskCode.objection(conf, List.of()).orElse(GROUPED);
  }

  private static Job job(Class<? extends Mapper> mapper) throws IOException {
    JobConf conf = new JobConf(false);
    conf.setBoolean("mapred.mapper.new-api", true);
    Job job = Job.getInstance(conf);
    job.setMapperClass(mapper);
    return job;
  }

  private static String decision(Job job) {
    return decision((JobConf) job.getConfiguration());
  }

  private static void set(Job job, String key, String exampleClass) {
    job.getConfiguration().set(key, EXAMPLES + exampleClass);
  }

  @Test
  void wordCountIsGroupedWithItsCombiner() throws IOException {
    Job job = job(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);

    assertThat(decision(job)).isEqualTo(GROUPED);
  }

  @Test
  void bothJobsOfGrepAreGrouped() throws IOException {
    Job search = job(RegexMapper.class);
    search.setCombinerClass(LongSumReducer.class);
    search.setReducerClass(LongSumReducer.class);
    search.setOutputKeyClass(Text.class);
    search.setOutputValueClass(LongWritable.class);
    Job sort = job(InverseMapper.class);
    sort.setInputFormatClass(SequenceFileInputFormat.class);
    sort.setSortComparatorClass(LongWritable.DecreasingComparator.class);
    sort.setOutputKeyClass(LongWritable.class);
    sort.setOutputValueClass(Text.class);

    assertThat(decision(search)).isEqualTo(GROUPED);
    assertThat(decision(sort)).isEqualTo(GROUPED);
  }

  @Test
  void teraSortIsGroupedWithEitherPartitioner() throws IOException {
    for (String partitioner : List.of("TotalOrderPartitioner", "SimplePartitioner")) {
      Job job = job(Mapper.class);
      set(job, "mapreduce.job.inputformat.class", "terasort.TeraInputFormat");
      set(job, "mapreduce.job.outputformat.class", "terasort.TeraOutputFormat");
      set(job, "mapreduce.job.partitioner.class", "terasort.TeraSort$" + partitioner);
      job.setNumReduceTasks(4);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(Text.class);

      assertThat(decision(job)).as(partitioner).isEqualTo(GROUPED);
    }
  }

  @Test
  void sortAndSecondarySortAreGrouped() throws IOException {
    Job sort = job(Mapper.class);
    sort.setInputFormatClass(SequenceFileInputFormat.class);
    sort.setPartitionerClass(TotalOrderPartitioner.class);
    sort.setNumReduceTasks(4);
    sort.setOutputKeyClass(BytesWritable.class);
    sort.setOutputValueClass(BytesWritable.class);
    Job secondary = job(SecondarySort.MapClass.class);
    secondary.setReducerClass(SecondarySort.Reduce.class);
    secondary.setPartitionerClass(SecondarySort.FirstPartitioner.class);
    secondary.setGroupingComparatorClass(SecondarySort.FirstGroupingComparator.class);
    secondary.setNumReduceTasks(4);
    secondary.setMapOutputKeyClass(SecondarySort.IntPair.class);
    secondary.setMapOutputValueClass(IntWritable.class);

    assertThat(decision(sort)).isEqualTo(GROUPED);
    assertThat(decision(secondary)).isEqualTo(GROUPED);
  }

  @Test
  void aggregatesAreGroupedIfTheirPlugInsAre() throws IOException {
    Job job = job(ValueAggregatorMapper.class);
    job.setCombinerClass(ValueAggregatorCombiner.class);
    job.getConfiguration().setInt("mapreduce.aggregate.descriptor.num", 1);
    job.getConfiguration()
        .set(
            "mapreduce.aggregate.descriptor.0",
            "UserDefined," + EXAMPLES + "AggregateWordCount$WordCountPlugInClass");
    assertThat(decision(job)).isEqualTo(GROUPED);

    job.getConfiguration().set("mapreduce.aggregate.descriptor.0", "UserDefined,no.such.PlugIn");
    assertThat(decision(job)).contains("no.such.PlugIn, which is not found");
  }

  @Test
  void bigMapOutputIsGrouped() {
    JobConf job = new JobConf(false);
    job.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
    job.set("mapred.mapper.class", org.apache.hadoop.mapred.lib.IdentityMapper.class.getName());
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(BytesWritable.class);

    assertThat(decision(job)).isEqualTo(GROUPED);
  }

  @Test
  void otherExamplesWithReducersAreGrouped() throws IOException {
    for (String name : List.of("WordMean", "WordMedian", "WordStandardDeviation")) {
      Job job = job(Mapper.class);
      set(job, "mapreduce.job.map.class", name + "$" + name + "Mapper");
      set(job, "mapreduce.job.combine.class", name + "$" + name + "Reducer");
      set(job, "mapreduce.job.reduce.class", name + "$" + name + "Reducer");
      assertThat(decision(job)).as(name).isEqualTo(GROUPED);
    }
    Job checksum = job(Mapper.class);
    set(checksum, "mapreduce.job.map.class", "terasort.TeraChecksum$ChecksumMapper");
    set(checksum, "mapreduce.job.combine.class", "terasort.TeraChecksum$ChecksumReducer");
    set(checksum, "mapreduce.job.inputformat.class", "terasort.TeraInputFormat");
    set(checksum, "mapreduce.map.output.value.class", "terasort.Unsigned16");
    assertThat(decision(checksum)).isEqualTo(GROUPED);
    Job validate = job(Mapper.class);
    set(validate, "mapreduce.job.map.class", "terasort.TeraValidate$ValidateMapper");
    set(validate, "mapreduce.job.inputformat.class", "terasort.TeraInputFormat");
    assertThat(decision(validate)).isEqualTo(GROUPED);
    Job monteCarlo = job(Mapper.class);
    set(monteCarlo, "mapreduce.job.map.class", "QuasiMonteCarlo$QmcMapper");
    set(monteCarlo, "mapreduce.job.reduce.class", "QuasiMonteCarlo$QmcReducer");
    monteCarlo.setInputFormatClass(SequenceFileInputFormat.class);
    assertThat(decision(monteCarlo)).isEqualTo(GROUPED);
  }
}
