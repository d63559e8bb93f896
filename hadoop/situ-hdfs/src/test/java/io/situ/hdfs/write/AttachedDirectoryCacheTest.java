// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.lock.NamespaceLock;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** An update of any number of directories remembers a bounded number of them. */
class AttachedDirectoryCacheTest {

  private static final int DIRECTORIES = 200_000;
  private static final StoreObject.Kind FILE = StoreObject.Kind.FILE;
  private static final Attributes ATTRIBUTES = new Attributes("a", "b", 0644, 0, 0);

  private final List<String> opened = Collections.synchronizedList(new ArrayList<>());

  /** Directories that users of HDFS have moved to these places, by their inodes. */
  private final Map<String, Long> renamed = new HashMap<>();

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
            public AttachedDirectoryCache.Held open(
                String path, String place, AttachedDirectoryCache.Claim claim) throws IOException {
              opened.add(path);
              long found = renamed.getOrDefault(place, 10L + opened.size());
              claim.take(found);
              return new AttachedDirectoryCache.Held(found, directory(place));
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
          },
          AttachedDirectoryCacheTest::during);

  private static <T> T during(NamespaceLock.Work<T> work) throws IOException {
    return work.run();
  }

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
    confirm("/a/b/file");
    identity = 2;

    assertThatThrownBy(() -> confirm("/a/b/file")).hasMessageContaining("exchanged");
    confirm("/a/b/file");
    assertThat(opened).hasSize(4);

    inode = 6;
    assertThatThrownBy(() -> confirm("/a/b/file"))
        .as("another file is in the directory that has the permissions")
        .hasMessageContaining("exchanged");
  }

  @Test
  void aDirectoryFurtherUpCountsToo() throws IOException {
    confirm("/a/b/file");
    modeOfFirst = 0755;

    assertThatThrownBy(() -> confirm("/a/b/file")).hasMessageContaining("changed");
    confirm("/a/b/file");
  }

  private String confirm(String place) throws IOException {
    return held.within(place, file(place), path -> path);
  }

  private static StoreObject file(String place) {
    return new StoreObject(StorePath.of(place), FILE, 0, ATTRIBUTES, version(5));
  }

  @Test
  void worksOnTheFileOfTheDirectoryThatWasLookedAt() throws IOException {
    assertThat(confirm("/a/file")).isEqualTo("/.reserved/.inodes/11/file");
    assertThat(confirm("/file")).isEqualTo("/.reserved/.inodes/7/file");
  }

  @Test
  void aDirectoryThatIsMetAtAnotherPlaceIsThatOfTheFirstNoMore() throws IOException {
    assertThat(confirm("/b/deep/file")).isEqualTo("/.reserved/.inodes/12/file");
    renamed.put("/x", 11L);
    held.enter("/x");

    assertThat(confirm("/b/deep/file"))
        .as("what lies below is looked at again too")
        .isEqualTo("/.reserved/.inodes/15/file");
    assertThat(confirm("/x/file")).isEqualTo("/.reserved/.inodes/11/file");
  }

  @Test
  void aDirectoryDoesNotBecomeThatOfAnotherPlaceWhileAFileInItIsWorkedOn() throws Exception {
    renamed.put("/b", 11L);
    renamed.put("/x", 11L);
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> done = new CopyOnWriteArrayList<>();
    Thread file =
        start(
            () ->
                held.within(
                    "/b/file",
                    file("/b/file"),
                    path -> {
                      working.countDown();
                      await(goOn);
                      return done.add("file");
                    }));
    working.await();
    Thread directory =
        start(
            () -> {
              held.enter("/x");
              return done.add("directory");
            });
    while (directory.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(done).isEmpty();
    goOn.countDown();
    file.join();
    directory.join();

    assertThat(done).containsExactly("file", "directory");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Thread start(Callable<?> step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.call();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    return thread;
  }
}
