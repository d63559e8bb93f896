// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes a tree and changes it, always in the same way for the same seed. */
public final class RandomTree {

  /** Around the slash in byte order, and where byte order and character order differ. */
  private static final String[] NAMES = {
    "a",
    "b",
    "ab",
    "a!",
    "a0",
    "a.b",
    "-",
    "z z",
    "#%:",
    "ä",
    "\uffee",
    "\ud83d\ude00",
    "long-name-"
  };

  private final Store store;
  private final StorePath root;
  private final Random random;

  public RandomTree(Store store, StorePath root, long seed) {
    this.store = store;
    this.root = root;
    this.random = new Random(seed);
  }

  public void change(int steps) throws IOException {
    for (int i = 0; i < steps; i++) {
      step();
    }
  }

  private void step() throws IOException {
    List<StoreObject> all = all();
    StoreObject any = all.get(random.nextInt(all.size()));
    StorePath directory = any.isDirectory() ? any.path() : any.path().parent().orElseThrow();
    StorePath fresh = directory.child(NAMES[random.nextInt(NAMES.length)] + random.nextInt(50));
    boolean free = all.stream().noneMatch(object -> object.path().equals(fresh));
    int dice = random.nextInt(20);
    if (dice < 6 && free) {
      write(fresh);
    } else if (dice < 10 && free) {
      store.mkdir(fresh, 0755);
    } else if (dice < 11 && free) {
      store.createSymlink(fresh, "somewhere/else");
    } else if (dice < 13 && any.isFile()) {
      write(any.path());
    } else if (dice < 15 && any.kind() != StoreObject.Kind.SYMLINK) {
      store.setAttributes(any.path(), Attributes.Change.NONE.withMode(0700 + random.nextInt(64)));
    } else if (dice < 17 && free && !any.path().equals(root) && !fresh.startsWith(any.path())) {
      store.rename(any.path(), fresh, Store.RenameMode.NO_REPLACE);
    } else if (dice < 18 && !any.path().equals(root)) {
      StoreFiles.deleteTree(store, any.path());
    }
  }

  private void write(StorePath path) throws IOException {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
  }

  private List<StoreObject> all() throws IOException {
    List<StoreObject> all = new ArrayList<>();
    all.add(store.stat(root, true));
    try (Listing listing = store.list(root, Listing.Options.RECURSIVE)) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        all.add(object);
      }
    }
    return all;
  }
}
