// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.Writer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndirectInputTest {

  private static final int BLOCK = 10;

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration();
  private Path data;

  /** Keeps each ten bytes of a file where the next word of the file's name says. */
  public static final class NamesOfHosts extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("named:///");
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
      String[] words = file.getPath().getName().split("-");
      int count = (int) ((length + BLOCK - 1) / BLOCK);
      BlockLocation[] blocks = new BlockLocation[count];
      for (int i = 0; i < count; i++) {
        String[] hosts = words[Math.min(i, words.length - 1)].split("\\+");
        long bytes = Math.min(BLOCK, length - (long) i * BLOCK);
        blocks[i] = new BlockLocation(hosts, hosts, (long) i * BLOCK, bytes);
      }
      return blocks;
    }
  }

  @BeforeEach
  void makeFiles() throws IOException {
    conf.set("fs.named.impl", NamesOfHosts.class.getName());
    data = Files.createDirectory(scratch.resolve("data"));
    for (String name : List.of("node1+node2", "node3", "node1-node2-node2", "elsewhere")) {
      Files.write(data.resolve(name), new byte[3 * BLOCK]);
    }
    conf.set(RegroupPolicy.INPUT_NAMES.name(), "named://" + data + "/{}");
  }

  @Test
  void controlFilesOfTheOldInterfaceGetTheHostsOfWhatTheyName() throws Exception {
    List<RawSplit> placed = place(control("node1+node2", "node3"));

    assertThat(placed).extracting(RawSplit::length).containsOnly(3L * BLOCK);
    assertThat(placed)
        .extracting(RawSplit::hosts)
        .containsExactlyInAnyOrder(List.of("node1", "node2"), List.of("node3"));
  }

  @Test
  void hostWithMostOfTheBytesIsTaken() throws Exception {
    assertThat(place(control("node1-node2-node2")).get(0).hosts()).containsExactly("node2");
  }

  @Test
  void fileThatIsNotThereLeavesItsSplitAsItWas() throws Exception {
    List<RawSplit> control = control("node4");

    assertThat(place(control)).isEqualTo(control);
  }

  @Test
  void linesOfTheNewInterfaceAreNamesToo() throws Exception {
    Path list = scratch.resolve("list");
    Files.writeString(list, "node3\n\nnode1-node2-node2\nnode1+node2\nnode1+node2\n");
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(NLineInputFormat.class);
    NLineInputFormat.setNumLinesPerSplit(job, 2);
    FileInputFormat.addInputPath(job, path(list));
    job.getConfiguration().setBoolean("mapred.mapper.new-api", true);

    List<RawSplit> placed = place(submitted(job));

    assertThat(placed)
        .extracting(RawSplit::hosts)
        .contains(List.of("node3"))
        .contains(List.of("node1", "node2"));
    assertThat(placed.stream().mapToLong(RawSplit::length).sum()).isEqualTo(12L * BLOCK);
  }

  @Test
  void recordsWithoutTextAreRefused() throws Exception {
    List<RawSplit> control =
        control(List.of("one"), LongWritable.class, name -> new LongWritable(1));

    assertThatThrownBy(() -> place(control))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(RegroupPolicy.INPUT_NAMES.name())
        .hasMessageContaining("no record of the job's input has a text");
  }

  @Test
  void nameThatIsNoPathIsNamed() throws Exception {
    conf.set(RegroupPolicy.INPUT_NAMES.name(), "{}");

    assertThatThrownBy(() -> place(control("a: b")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'a: b' from the input");
  }

  private interface Key {
    Writable of(String name);
  }

  private List<RawSplit> control(String... names) throws Exception {
    return control(List.of(names), Text.class, Text::new);
  }

  /** As TestDFSIO writes them: a file for each file. */
  private List<RawSplit> control(List<String> names, Class<?> type, Key key) throws Exception {
    Path directory = Files.createDirectories(scratch.resolve("control"));
    for (int i = 0; i < names.size(); i++) {
      try (Writer out =
          SequenceFile.createWriter(
              conf,
              Writer.file(path(directory.resolve("in_file_" + i))),
              Writer.keyClass(type),
              Writer.valueClass(LongWritable.class))) {
        out.append(key.of(names.get(i)), new LongWritable(BLOCK));
      }
    }
    JobConf job = new JobConf(conf);
    job.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
    conf.set(RegroupPolicy.OLD_FORMAT, job.get(RegroupPolicy.OLD_FORMAT));
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, path(directory));
    JobSplitWriter.createSplitFiles(
        path(scratch), conf, FileSystem.getLocal(conf), job.getInputFormat().getSplits(job, 1));
    return read(conf);
  }

  private List<RawSplit> submitted(Job job) throws Exception {
    var splits = new NLineInputFormat().getSplits(job);
    JobSplitWriter.createSplitFiles(
        path(scratch), job.getConfiguration(), FileSystem.getLocal(conf), splits);
    for (String key : List.of("mapred.mapper.new-api", "mapreduce.job.inputformat.class")) {
      conf.set(key, job.getConfiguration().get(key));
    }
    return read(conf);
  }

  private List<RawSplit> read(Configuration job) throws IOException {
    return SubmittedSplits.read(FileSystem.getLocal(job), path(scratch));
  }

  private List<RawSplit> place(List<RawSplit> splits) throws IOException {
    return IndirectInput.of(conf).orElseThrow().place(splits);
  }

  private static org.apache.hadoop.fs.Path path(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }
}
