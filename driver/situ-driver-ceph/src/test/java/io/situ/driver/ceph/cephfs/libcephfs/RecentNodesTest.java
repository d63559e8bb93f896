// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RecentNodesTest {

  private static final int DEPTH = 3_000;

  private final Set<Fake> open = new HashSet<>();
  private final RecentNodes<Fake> recent = new RecentNodes<>(this::close);
  private int calls;

  /** A directory that has a directory of every name but {@code none} and two that fail. */
  private final class Fake {
    private final String path;

    Fake(String path) {
      this.path = path;
      open.add(this);
    }

    Fake child(byte[] name) throws ErrnoException {
      calls++;
      assertThat(open).contains(this);
      String text = new String(name, StandardCharsets.UTF_8);
      if (text.equals("none")) {
        throw new ErrnoException(Errno.ENOENT);
      }
      if (text.equals("ended")) {
        throw new ErrnoException(Errno.ENOTCONN);
      }
      if (text.equals("closed")) {
        throw new ErrnoException(Errno.EACCES);
      }
      return new Fake(path + "/" + text);
    }
  }

  private void close(Fake fake) {
    assertThat(open.remove(fake)).isTrue();
  }

  private Optional<Fake> find(String path) throws ErrnoException {
    return recent.find(StorePath.of(path), Fake::child);
  }

  @Test
  void aLevelCostsOneLookUpHoweverDeepItIs() throws ErrnoException {
    recent.add(StorePath.ROOT, new Fake(""));
    String path = "";
    for (int i = 0; i < DEPTH; i++) {
      path += "/d";
      Fake found = find(path).orElseThrow();
      assertThat(found.path).isEqualTo(path);
      recent.add(StorePath.of(path), found);
    }
    assertThat(calls).isEqualTo(DEPTH);
    assertThat(open).hasSizeBetween(1, 1024);
    assertThat(find("/d/d")).as("was used too long ago").isEmpty();
    recent.release();
    assertThat(open).isEmpty();
  }

  @Test
  void whatIsNotHeldIsNotFoundHere() throws ErrnoException {
    assertThat(find("/a")).isEmpty();
    assertThat(find("/")).isEmpty();
    recent.add(StorePath.ROOT, new Fake(""));
    assertThat(find("/none")).as("the root may be another by now").isEmpty();
    assertThat(find("/ended")).as("another session looks from its root").isEmpty();
    assertThatThrownBy(() -> find("/closed")).isInstanceOf(ErrnoException.class);
    recent.release();
    recent.add(StorePath.of("/late"), new Fake("/late"));
    assertThat(open).isEmpty();
  }

  @Test
  void aDirectoryInUseIsClosedWhenItIsSoNoMore() throws ErrnoException {
    recent.add(StorePath.ROOT, new Fake(""));
    Optional<Fake> found =
        recent.find(
            StorePath.of("/a"),
            (above, name) -> {
              recent.release();
              return above.child(name);
            });
    assertThat(open).containsExactly(found.orElseThrow());
  }
}
