// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

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
class AttachedDirectoryCacheTest {

  private static final int DIRECTORIES = 200_000;
  private static final StoreObject.Kind FILE = StoreObject.Kind.FILE;
  private static final Attributes ATTRIBUTES = new Attributes("a", "b", 0644, 0, 0);

  private final List<String> opened = new ArrayList<>();
  private long identity = 1;
  private long inode = 5;
  private int modeOfFirst = 0700;

  private StoreObject directory(String place) {
    return new StoreObject(
        StorePath.of(place),
        StoreObject.Kind.DIRECTORY,
        0,
        new Attributes("a", "b", place.equals("/a") ? modeOfFirst : 0700, 0, 0),
        version(identity));
  }

  private static StoreObject.Version version(long inode) {
    return new StoreObject.Version(inode, 0);
  }

  private final AttachedDirectoryCache held =
      new AttachedDirectoryCache(
          7,
          new AttachedDirectoryCache.Opener() {
            @Override
            public AttachedDirectoryCache.Held open(String path, String place) {
              opened.add(path);
              return new AttachedDirectoryCache.Held(10 + opened.size(), directory(place));
            }

            @Override
            public List<StoreObject> way(String place) {
              List<StoreObject> way = new ArrayList<>();
              for (int slash = place.indexOf('/', 1);
                  slash > 0;
                  slash = place.indexOf('/', slash + 1)) {
                way.add(directory(place.substring(0, slash)));
              }
              way.add(new StoreObject(StorePath.of(place), FILE, 0, ATTRIBUTES, version(inode)));
              return way;
            }
          });

  @Test
  void remembersABoundedNumber() throws IOException {
    for (int i = 0; i < DIRECTORIES; i++) {
      held.enter("/" + i % 100 + "/" + i);
    }
    assertThat(held.size()).isEqualTo(AttachedDirectoryCache.MAX_HELD);
  }

  @Test
  void goesByTheInodeOfTheDirectoryAbove() throws IOException {
    assertThat(held.path("/a/b/file")).isEqualTo("/.reserved/.inodes/12/file");
    assertThat(held.path("/file")).isEqualTo("/.reserved/.inodes/7/file");
    assertThat(opened).containsExactly("/.reserved/.inodes/7/a", "/.reserved/.inodes/11/b");
  }

  @Test
  void aDirectoryOfTheStoreThatWasExchangedIsLookedAtAgain() throws IOException {
    StoreObject file = new StoreObject(StorePath.of("/a/b/file"), FILE, 0, ATTRIBUTES, version(5));
    held.confirm("/a/b/file", file);
    identity = 2;

    assertThatThrownBy(() -> held.confirm("/a/b/file", file)).hasMessageContaining("exchanged");
    held.confirm("/a/b/file", file);
    assertThat(opened).hasSize(4);

    inode = 6;
    assertThatThrownBy(() -> held.confirm("/a/b/file", file))
        .as("another file is in the directory that has the permissions")
        .hasMessageContaining("exchanged");
  }

  @Test
  void aDirectoryFurtherUpCountsToo() throws IOException {
    StoreObject file = new StoreObject(StorePath.of("/a/b/file"), FILE, 0, ATTRIBUTES, version(5));
    held.confirm("/a/b/file", file);
    modeOfFirst = 0755;

    assertThatThrownBy(() -> held.confirm("/a/b/file", file)).hasMessageContaining("changed");
    held.confirm("/a/b/file", file);
  }
}
