package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where writes to attached files are rejected. */
class RejectedWritesTest {

  private static final int LENGTH = 100_001;

  @TempDir static java.nio.file.Path scratch;
  private static LinkedCluster linked;

  @BeforeAll
  static void start() throws IOException {
    linked = new LinkedCluster(scratch, Map.of("fs.situ.hdfs.write.policy", "reject"));
  }

  @AfterAll
  static void stop() {
    linked.close();
  }

  @Test
  void anAppendFailsAndTheFileIsClosedAgain() throws Exception {
    byte[] bytes = linked.write("on12/append/object", LENGTH);
    linked.attach("/on12/append", "/append");
    DistributedFileSystem hdfs = linked.hdfs();
    Path file = new Path("/append/object");

    assertThatThrownBy(
            () -> {
              try (OutputStream out = hdfs.append(file)) {
                out.write(7);
              }
            })
        .isInstanceOf(IOException.class);
    GenericTestUtils.waitFor(() -> recovered(hdfs, file), 100, 60_000);

    assertThat(linked.read("/append/object")).isEqualTo(bytes);
    assertThat(linked.hosts("/append/object")).containsExactly("node1", "node2");
  }

  private static boolean recovered(DistributedFileSystem hdfs, Path file) {
    try {
      return hdfs.recoverLease(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The NameNode has agreed before a DataNode is asked; a file that stays open helps nobody. */
  @Test
  void aTruncationCutsACopy() throws Exception {
    byte[] bytes = linked.write("on12/cut/object", LENGTH);
    linked.attach("/on12/cut", "/cut");
    DistributedFileSystem hdfs = linked.hdfs();
    Path file = new Path("/cut/object");

    hdfs.truncate(file, 1000);
    GenericTestUtils.waitFor(() -> closed(hdfs, file), 50, 60_000);

    assertThat(linked.read("/cut/object")).isEqualTo(Arrays.copyOf(bytes, 1000));
    assertThat(Files.readAllBytes(linked.home().resolve("on12/cut/object"))).isEqualTo(bytes);
  }

  private static boolean closed(DistributedFileSystem hdfs, Path file) {
    try {
      return hdfs.isFileClosed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
