package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An update of any number of directories remembers a bounded number of them. */
class HeldDirectoriesTest {

  private static final int DIRECTORIES = 200_000;

  private final List<String> opened = new ArrayList<>();
  private long identity = 1;

  private StoreObject directory(String place) {
    return new StoreObject(
        StorePath.of(place),
        StoreObject.Kind.DIRECTORY,
        0,
        new Attributes("a", "b", 0700, 0, 0),
        new StoreObject.Version(identity, 0));
  }

  private final HeldDirectories held =
      new HeldDirectories(
          7,
          new HeldDirectories.Opener() {
            @Override
            public HeldDirectories.Held open(String path, String place) {
              opened.add(path);
              return new HeldDirectories.Held(10 + opened.size(), directory(place));
            }

            @Override
            public StoreObject look(String place) {
              return directory(place);
            }
          });

  @Test
  void remembersABoundedNumber() throws IOException {
    for (int i = 0; i < DIRECTORIES; i++) {
      held.enter("/" + i % 100 + "/" + i);
    }
    assertThat(held.size()).isEqualTo(HeldDirectories.MAX_HELD);
  }

  @Test
  void goesByTheInodeOfTheDirectoryAbove() throws IOException {
    assertThat(held.path("/a/b/file")).isEqualTo("/.reserved/.inodes/12/file");
    assertThat(held.path("/file")).isEqualTo("/.reserved/.inodes/7/file");
    assertThat(opened).containsExactly("/.reserved/.inodes/7/a", "/.reserved/.inodes/11/b");
  }

  @Test
  void aDirectoryOfTheStoreThatWasExchangedIsLookedAtAgain() throws IOException {
    StorePath file = StorePath.of("/a/b/file");
    held.confirm("/a/b/file", file);
    identity = 2;

    assertThatThrownBy(() -> held.confirm("/a/b/file", file)).hasMessageContaining("exchanged");
    held.confirm("/a/b/file", file);
    assertThat(opened).hasSize(4);
  }
}
