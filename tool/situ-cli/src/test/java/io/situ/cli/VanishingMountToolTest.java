// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file system that is taken away, as by an administrator, while a job reads and writes it. */
@Tag("end-to-end")
class VanishingMountToolTest extends ToolFixture {

  private static final int FILES = 300;

  private Path mount;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount");
    mount = Files.createDirectory(scratch.resolve("mount"));
    mounted = run("mount", "-t", "tmpfs", "none", mount.toString());
    assumeTrue(mounted, "nothing can be mounted here");
    Path input = Files.createDirectory(mount.resolve("input"));
    for (int i = 0; i < FILES; i++) {
      Files.writeString(input.resolve("part-" + i), "one two three\n".repeat(1000));
    }
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      run("umount", "-l", mount.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  @Test
  void aJobWhoseMountVanishesFailsWithASentenceAndSucceedsNowhere() throws Exception {
    Path output = mount.resolve("output");
    Tool.Running running = situ.start("run", "wordcount", mount.resolve("input"), output);
    while (running.process().isAlive() && !Files.exists(output.resolve("_temporary"))) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(run("umount", "-l", mount.toString())).isTrue();
    mounted = false;
    Tool.Result result = running.result();

    assertThat(result.code()).as(result.out()).isNotZero();
    assertThat(result.err()).startsWith("situ: ").contains(mount.toString());
    assertThat(output.resolve("_SUCCESS")).doesNotExist();
  }
}
