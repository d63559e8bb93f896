package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An update of any number of directories remembers a bounded number of them. */
class HeldDirectoriesTest {

  private static final int DIRECTORIES = 200_000;

  @Test
  void remembersABoundedNumber() throws IOException {
    HeldDirectories held = new HeldDirectories(7, (path, place) -> place.hashCode());
    for (int i = 0; i < DIRECTORIES; i++) {
      held.enter("/" + i % 100 + "/" + i);
    }
    assertThat(held.size()).isEqualTo(HeldDirectories.MAX_HELD);
  }

  @Test
  void goesByTheInodeOfTheDirectoryAbove() throws IOException {
    List<String> opened = new ArrayList<>();
    HeldDirectories held =
        new HeldDirectories(
            7,
            (path, place) -> {
              opened.add(path);
              return 10 + opened.size();
            });

    assertThat(held.path("/a/b/file")).isEqualTo("/.reserved/.inodes/12/file");
    assertThat(held.path("/file")).isEqualTo("/.reserved/.inodes/7/file");
    assertThat(opened).containsExactly("/.reserved/.inodes/7/a", "/.reserved/.inodes/11/b");
  }
}
