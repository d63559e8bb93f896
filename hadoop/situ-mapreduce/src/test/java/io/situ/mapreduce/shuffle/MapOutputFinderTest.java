// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.shuffle.MapOutputFinder.Found;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Map output as Hadoop writes it, while others do things to it. */
class MapOutputFinderTest {

  private final JobConf conf = new JobConf();
  private final TaskAttemptID map = new TaskAttemptID("1", 1, TaskType.MAP, 0, 0);
  private final TaskAttemptID reduce = new TaskAttemptID("1", 1, TaskType.REDUCE, 1, 0);
  private ShuffleDirectory directory;
  private int progress;
  private Path written;

  @TempDir private Path scratch;

  /** Of two partitions the second has a record; the first is as long as bytes before it. */
  @BeforeEach
  void writeOutput() throws IOException {
    conf.setNumReduceTasks(2);
    directory = ShuffleDirectory.at(scratch.resolve("job 1"));
    directory.create();
    written = directory.makeAttempt(map);
    write(new Text("value"));
  }

  private void write(Text value) throws IOException {
    try (var out =
        FileSystem.getLocal(conf)
            .getRawFileSystem()
            .create(SharedOutputFiles.hadoopPath(written.resolve("file.out")))) {
      IFile.Writer<Text, Text> writer =
          new IFile.Writer<>(conf, out, Text.class, Text.class, null, null);
      writer.append(new Text("key"), value);
      writer.close();
    }
    writeIndex(Files.size(written.resolve("file.out")));
  }

  private void writeIndex(long length) throws IOException {
    ByteBuffer index = ByteBuffer.allocate(2 * 24 + 8);
    index.putLong(0).putLong(2).putLong(6).putLong(0).putLong(length - 4).putLong(length);
    CRC32 crc = new CRC32();
    crc.update(index.array(), 0, 48);
    Files.write(written.resolve("file.out.index"), index.putLong(crc.getValue()).array());
  }

  @Test
  void aReduceReadsOnWhenTheMapsDirectoryIsRemoved() throws IOException {
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    Found found = source.find(map).get(0);
    directory.removeAttempt(map);
    assertThat(written).doesNotExist();

    source.verify(found, () -> progress++);
    SegmentReader<Text, Text> reader = source.reader(found, null, 4096);
    DataInputBuffer key = new DataInputBuffer();
    assertThat(reader.nextRawKey(key)).isTrue();
    Text text = new Text();
    text.readFields(key);
    assertThat(text).hasToString("key");
    reader.close();
    source.close();
    assertThat(directory.path()).isEmptyDirectory();
  }

  /** A task that says nothing for ten minutes is killed. */
  @Test
  void aLongCheckReportsProgress() throws IOException {
    write(new Text("x".repeat(1 << 20)));
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);

    source.verify(source.find(map).get(0), () -> progress++);

    assertThat(progress).isGreaterThanOrEqualTo(16);
  }

  @Test
  void whereThereAreNoLinksTheMapsOwnNameIsRead() throws IOException {
    conf.setBoolean(MapOutputFinder.LINKS, false);
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    Found found = source.find(map).get(0);

    assertThat(found.file()).isEqualTo(written.resolve("file.out"));
    assertThat(directory.attempt(reduce)).doesNotExist();
    source.verify(found, () -> progress++);
    source.close();
  }

  /** As OrangeFS does through FUSE; here the new name's directory is not there. */
  @Test
  void aLinkThatIsRefusedAsIfTheFileWereMissingIsDoneWithout() throws IOException {
    Files.createSymbolicLink(directory.attempt(reduce), scratch.resolve("nowhere"));
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    Found found = source.find(map).get(0);

    assertThat(found.file()).isEqualTo(written.resolve("file.out"));
    source.verify(found, () -> progress++);
  }

  @Test
  void aPartitionWithoutRecordsNeedsNoName() throws IOException {
    TaskAttemptID first = new TaskAttemptID("1", 1, TaskType.REDUCE, 0, 0);

    assertThat(new MapOutputFinder(conf, directory, first).find(map)).isEmpty();
    assertThat(directory.attempt(first)).doesNotExist();
  }

  @Test
  void eachOfSeveralFilesIsFoundAndNoneMayBeMissing() throws IOException {
    byte[] one = Files.readAllBytes(written.resolve("file.out.index"));
    ByteBuffer index = ByteBuffer.allocate(4 * 24 + 8);
    index.put(one, 0, 48).put(one, 0, 48);
    CRC32 crc = new CRC32();
    crc.update(index.array(), 0, 96);
    Files.write(written.resolve("file.out.index"), index.putLong(crc.getValue()).array());
    Path second = Files.copy(written.resolve("file.out"), written.resolve("spill1.out"));

    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    List<Found> found = source.find(map);
    assertThat(found).hasSize(2);
    for (Found each : found) {
      source.verify(each, () -> progress++);
    }

    Files.delete(second);
    assertThatThrownBy(() -> new MapOutputFinder(conf, directory, reduce).find(map))
        .isInstanceOf(BadMapOutputException.class)
        .hasMessageContaining("spill1.out");
  }

  @Test
  void aCutFileIsFoundBeforeItIsRead() throws IOException {
    writeIndex(Files.size(written.resolve("file.out")) + 1);

    assertThatThrownBy(() -> new MapOutputFinder(conf, directory, reduce).find(map))
        .isInstanceOf(BadMapOutputException.class)
        .hasMessageMatching(
            "the output of attempt_1_0001_m_000000_0 in '.*/job 1' cannot be read: it has \\d+"
                + " bytes and must have \\d+");
  }

  @Test
  void aBitThatIsAnotherIsFoundByTheChecksum() throws IOException {
    byte[] bytes = Files.readAllBytes(written.resolve("file.out"));
    for (int i = 0; i < bytes.length; i++) {
      byte[] bad = bytes.clone();
      bad[i] ^= 4;
      Files.write(written.resolve("file.out"), bad);
      MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
      Found found = source.find(map).get(0);

      assertThatThrownBy(() -> source.verify(found, () -> progress++))
          .as("byte %d", i)
          .isInstanceOf(BadMapOutputException.class)
          .hasMessageContaining("attempt_1_0001_m_000000_0");
    }
  }

  /** Hadoop's local file system makes an error of it that is no exception. */
  @Test
  void aFileThatCannotBeReadIsReportedAsTheMapsOutput() throws IOException {
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    Found unreadable = new Found(map, Path.of("/proc/self/mem"), new MapOutputIndex(0, 100, 100));
    SegmentReader<Text, Text> reader = source.reader(unreadable, null, 4096);

    assertThatThrownBy(() -> source.verify(unreadable, () -> progress++))
        .isInstanceOf(BadMapOutputException.class)
        .hasMessageContaining("Input/output error");
    assertThatThrownBy(() -> reader.nextRawKey(new DataInputBuffer()))
        .isInstanceOf(BadMapOutputException.class);
  }

  /** A reduce has a reader for each map, more than files may be open. */
  @Test
  void aReaderHasItsFileOpenOnlyWhileItIsRead() throws IOException {
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    Found found = source.find(map).get(0);
    SegmentReader<Text, Text> reader = source.reader(found, null, 4096);
    assertThat(openFiles()).doesNotContain(found.file());
    assertThat(reader.getLength()).isEqualTo(found.index().length() - 4);
    assertThat(reader.getPosition()).isZero();

    DataInputBuffer bytes = new DataInputBuffer();
    assertThat(reader.nextRawKey(bytes)).isTrue();
    assertThat(openFiles()).contains(found.file());
    reader.nextRawValue(bytes);
    assertThat(reader.nextRawKey(bytes)).isFalse();
    assertThat(reader.bytesRead).isPositive();
    reader.close();
    assertThat(openFiles()).doesNotContain(found.file());

    source.reader(found, null, 4096).close();
  }

  private static List<Path> openFiles() throws IOException {
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> numbers = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path number : numbers) {
        if (Files.isSymbolicLink(number)) {
          open.add(Files.readSymbolicLink(number));
        }
      }
    }
    return open;
  }

  @Test
  void aProcessThatCanOpenNoMoreFilesDoesNotBlameTheMap() {
    IOException ofJava = new FileNotFoundException("/x/file.out (Too many open files)");
    IOException ofFiles = new FileSystemException("/x/file.out", null, "Too many open files");

    for (IOException failure : List.of(ofJava, ofFiles, new IOException("", ofJava))) {
      assertThat(BadMapOutputException.of(map, directory, failure))
          .isExactlyInstanceOf(IOException.class)
          .hasMessageContaining("raise the limit of open files")
          .hasCause(failure);
    }
    assertThat(BadMapOutputException.of(map, directory, new FileNotFoundException("/x/file.out")))
        .isInstanceOf(BadMapOutputException.class);
  }

  @Test
  void anIndexCutAnywhereOrWithAnotherBitIsRefused() throws IOException {
    Path index = written.resolve("file.out.index");
    byte[] bytes = Files.readAllBytes(index);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(index, java.util.Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> new MapOutputFinder(conf, directory, reduce).find(map))
          .isInstanceOf(BadMapOutputException.class)
          .hasMessageContaining("its index");
      byte[] bad = bytes.clone();
      bad[length] ^= 1;
      Files.write(index, bad);
      assertThatThrownBy(() -> new MapOutputFinder(conf, directory, reduce).find(map))
          .isInstanceOf(BadMapOutputException.class)
          .hasMessageContaining("its index does not have its checksum");
    }
  }

  @Test
  void aMissingStoreIsNotTheMapsFault() throws IOException {
    MapOutputFinder source = new MapOutputFinder(conf, directory, reduce);
    directory.remove();

    assertThatThrownBy(() -> source.find(map)).isInstanceOf(BadMapOutputException.class);
    assertThatThrownBy(source::requireReadable)
        .isExactlyInstanceOf(IOException.class)
        .hasMessageMatching(
            "the directory for map output, '.*/job 1', cannot be used: it is not there on .*; is"
                + " the store mounted on that host\\?");
  }

  @Test
  void onlyItsUserMayLook() throws IOException {
    for (Path made : new Path[] {directory.path(), written}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
          .isEqualTo("rwx------");
    }
    assertThatThrownBy(directory::create)
        .hasMessage("map output cannot go to '" + directory + "': it is there already");
  }

  @Test
  void aTaskThatIsLateCannotBringTheDirectoryBack() throws IOException {
    directory.remove();

    assertThatThrownBy(() -> directory.makeAttempt(map)).hasMessageContaining("is not there on");
    assertThat(directory.path()).doesNotExist();
    directory.remove();
  }

  /** What a master leaves that follows a dead one; and what a job leaves that is over. */
  @Test
  void inAnOutputsPendingDirectoryItIsMadeAgainWhileThatIsThere() throws IOException {
    Path pending = Files.createDirectories(scratch.resolve("out/_temporary"));
    ShuffleDirectory again = ShuffleDirectory.at(pending.resolve("situ-shuffle-job_1_0001"));

    assertThat(again.makeAttempt(map)).isDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(again.path())))
        .isEqualTo("rwx------");
    again.remove();
    Files.delete(pending);
    assertThatThrownBy(() -> again.makeAttempt(map)).hasMessageContaining("is not there on");
    assertThat(pending).doesNotExist();
  }
}
