// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One store behind {@code situ:///} with real mounts of several types below one directory. */
class SeveralMountsTest {

  @TempDir private Path directory;
  @AutoClose private RealMounts mounts;
  private final Map<String, Path> places = new LinkedHashMap<>();
  private Store store;

  @BeforeEach
  void mount() throws Exception {
    mounts = RealMounts.open();
    places.put("the directory's own", Files.createDirectory(directory.resolve("own")));
    place("tmpfs", "mount", "-t", "tmpfs", "none");
    Path lower = Files.createDirectory(directory.resolve("lower"));
    Path upper = places.getOrDefault("tmpfs", directory).resolve("upper");
    Path work = Files.createDirectories(upper.resolveSibling("work"));
    Files.createDirectories(upper);
    String layers = "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work;
    place("overlay", "mount", "-t", "overlay", "-o", layers, "none");
    Path image = directory.resolve("image");
    if (RealMounts.makeExt4(image)) {
      place("ext4", "mount", "-o", "loop", image.toString());
    }
    place("a bind mount", "mount", "--bind", places.get("the directory's own").toString());
    assumeTrue(places.size() > 2, "no two file systems can be mounted here");
    store = mounts.openLocal();
  }

  /** Mounts on a directory of that name; leaves out what this system cannot mount. */
  private void place(String name, String... command) throws Exception {
    Path point = directory.resolve(name.replace(' ', '-'));
    if (mounts.mount(point, command)) {
      places.put(name, point);
    }
  }

  private interface Attempt {
    void run() throws StoreException;
  }

  private static boolean works(Attempt attempt) throws StoreException {
    try {
      attempt.run();
      return true;
    } catch (StoreException e) {
      assertThat(e.kind()).as(e.getMessage()).isEqualTo(StoreException.Kind.UNSUPPORTED);
      return false;
    }
  }

  private static final Set<Capability> TRIED =
      EnumSet.of(
          Capability.APPEND,
          Capability.ATOMIC_NO_REPLACE_DIRECTORY,
          Capability.HARD_LINKS,
          Capability.SYMLINKS,
          Capability.XATTRS);

  private Set<Capability> tried(StorePath at) throws StoreException {
    StorePath file = at.child("file");
    ByteBuffer text = ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, file, text, WriteHandle.Options.EXCLUSIVE);
    store.mkdir(at.child("d"), 0755);
    Map<Capability, Attempt> attempts =
        Map.of(
            Capability.APPEND, () -> store.append(file).close(),
            Capability.ATOMIC_NO_REPLACE_DIRECTORY,
                () -> store.rename(at.child("d"), at.child("e"), RenameMode.NO_REPLACE),
            Capability.HARD_LINKS, () -> store.createHardLink(at.child("hard"), file),
            Capability.SYMLINKS, () -> store.createSymlink(at.child("soft"), "file"),
            Capability.XATTRS,
                () -> store.setXattr(file, "user.x", ByteBuffer.allocate(1), Store.XattrMode.SET));
    Set<Capability> able = EnumSet.noneOf(Capability.class);
    for (Map.Entry<Capability, Attempt> attempt : attempts.entrySet()) {
      if (works(attempt.getValue())) {
        able.add(attempt.getKey());
      }
    }
    return able;
  }

  @Test
  void whatIsDeclaredForAMountWorksThereAndTheRestIsRefused() throws StoreException {
    for (Map.Entry<String, Path> place : places.entrySet()) {
      StorePath at = StorePath.of(place.getValue().toString());
      Set<Capability> declared = EnumSet.noneOf(Capability.class);
      declared.addAll(store.capabilities(at.child("new")));
      declared.retainAll(TRIED);

      assertThat(tried(make(at))).as(place.getKey()).isEqualTo(declared);
    }
  }

  private StorePath make(StorePath at) throws StoreException {
    StorePath fresh = at.child("fresh-" + at.name());
    store.mkdir(fresh, 0755);
    return fresh;
  }

  @Test
  void aLinkLeadsToTheCapabilitiesOfItsMount() throws Exception {
    StorePath own = StorePath.of(places.get("the directory's own").toString());
    for (Map.Entry<String, Path> place : places.entrySet()) {
      StorePath link = own.child("to-" + place.getValue().getFileName());
      store.createSymlink(link, place.getValue().toString());

      assertThat(store.capabilities(link.child("new")))
          .as(place.getKey())
          .isEqualTo(store.capabilities(StorePath.of(place.getValue().toString())));
    }
  }
}
