// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.testkit.memory.MemoryProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On files in blocks of 100 bytes, each on two of three hosts in turn: ab, bc, ca, ab, ... */
class PlacedInputTest {

  private static final Set<String> ALL = Set.of("A", "b", "c");
  private static final Duration LONG = Duration.ofMinutes(5);

  private final String store = "s" + UUID.randomUUID();
  private final Configuration conf = new Configuration();
  private final PlacedInput input = new PlacedInput(false);
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    String prefix = "fs.situ.store." + store + ".";
    conf.set(prefix + "driver", "memory");
    conf.set(prefix + "hosts", "a,b,c");
    conf.set(prefix + "block", "100");
    file = write("f", 1000);
  }

  @AfterEach
  void forget() {
    MemoryProvider.forget(store);
  }

  private Path write(String name, int bytes) throws IOException {
    Path path = new Path("situ://" + store + "/" + name);
    try (OutputStream out = path.getFileSystem(conf).create(path)) {
      out.write(new byte[bytes]);
    }
    return path;
  }

  @Test
  void eachSplitCountsOnItsBestHost() throws IOException {
    input.add(file, 0, 100);
    // 50 bytes on b and c, 100 on c and a, 50 on a and b: 150 on c or a.
    input.add(file, 150, 200);
    input.add(write("g", 30), 0, 30);
    input.add(file, 0, 0);

    assertThat(input.bound(ALL, conf, LONG)).contains(new LocalityBound(330, 280));
    assertThat(input.bound(Set.of("b"), conf, LONG)).contains(new LocalityBound(330, 230));
    assertThat(input.bound(Set.of("x"), conf, LONG)).contains(new LocalityBound(330, 0));
  }

  @Test
  void whatNoStorePlacesIsNotKnown() throws IOException {
    input.add(file, 0, 100);
    input.add(new Path("file:///etc/passwd"), 0, 10);
    assertThat(input.bound(ALL, conf, LONG)).isEmpty();
    assertThat(new PlacedInput(false).bound(ALL, conf, LONG)).isEmpty();
  }

  @Test
  void aFileThatIsGoneOrTooManyFilesLeaveItUnknown() throws IOException {
    input.add(file, 0, 100);
    assertThat(input.bound(ALL, conf, Duration.ZERO)).isEmpty();
    input.add(new Path(file.getParent(), "gone"), 0, 10);
    assertThat(input.bound(ALL, conf, LONG)).isEmpty();
  }

  @Test
  void itTravelsInTheJobsConfiguration() {
    Configuration job = new Configuration(false);
    assertThat(LocalityBound.of(job)).isEqualTo(Optional.empty());
    new LocalityBound(330, 280).write(job);
    assertThat(LocalityBound.of(job)).contains(new LocalityBound(330, 280));
  }
}
