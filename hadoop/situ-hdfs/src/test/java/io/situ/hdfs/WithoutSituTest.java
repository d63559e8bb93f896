package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that is started again without Situ. */
class WithoutSituTest {

  @TempDir private Path scratch;

  @Test
  void noWrongBytesAreServedAndNoObjectIsTouched() throws Exception {
    byte[] bytes;
    try (LinkedCluster linked = new LinkedCluster(scratch)) {
      bytes = linked.write("on3/bare/object", 100_000);
      linked.attach("/on3/bare", "/bare");
    }
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/bare/object");

    MiniDFSCluster bare =
        new MiniDFSCluster.Builder(new HdfsConfiguration(), scratch.resolve("hdfs").toFile())
            .numDataNodes(3)
            .format(false)
            .build();
    try {
      bare.waitActive();
      assertThatThrownBy(
              () -> {
                try (InputStream in = bare.getFileSystem().open(file)) {
                  in.readAllBytes();
                }
              })
          .isInstanceOf(IOException.class);
      bare.getFileSystem().delete(file, false);
    } finally {
      bare.shutdown();
    }
    assertThat(Files.readAllBytes(scratch.resolve("store/on3/bare/object"))).isEqualTo(bytes);
  }
}
