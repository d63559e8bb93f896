// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** One random history of calls to a store and its model. */
final class History {

  /** What a store may choose among when several things are wrong with a call that changes it. */
  private static final Set<Kind> REFUSALS =
      EnumSet.of(
          Kind.NOT_FOUND,
          Kind.ALREADY_EXISTS,
          Kind.NOT_A_DIRECTORY,
          Kind.IS_A_DIRECTORY,
          Kind.NOT_EMPTY,
          Kind.LINK_LOOP,
          Kind.INVALID_ARGUMENT,
          Kind.NO_ATTRIBUTE,
          Kind.UNSUPPORTED);

  private static final String[] NAMES = {"a", "b", "c", "d d"};
  private static final String[] TARGETS = {"a", "b/c", "../a", "../b", ".", "a/..", "no", "d d/a"};
  private static final int LIMIT = 1 << 20;

  private final Store store;
  private final Store model;
  private final StorePath base;
  private final long seed;
  private final Random random;
  private final List<String> calls = new ArrayList<>();

  History(Store store, Store model, StorePath base, long seed) {
    this.store = store;
    this.model = model;
    this.base = base;
    this.seed = seed;
    this.random = new Random(seed);
  }

  private interface Call {
    Object on(Store either) throws StoreException;
  }

  void step() {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> mkdir();
      case 3, 4, 5 -> write();
      case 6 -> append();
      case 7 -> truncate();
      case 8, 9, 10 -> rename();
      case 11 -> delete();
      case 12 -> link();
      case 13 -> setAttributes();
      case 14 -> changeXattr();
      default -> look();
    }
  }

  private StorePath path() {
    StorePath path = base;
    for (int depth = random.nextInt(3); depth >= 0; depth--) {
      path = path.child(NAMES[random.nextInt(NAMES.length)]);
    }
    return path;
  }

  private byte[] content() {
    byte[] content =
        new byte[random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(9)];
    random.nextBytes(content);
    return content;
  }

  private void mkdir() {
    StorePath path = path();
    change("mkdir " + path, either -> done(() -> either.mkdir(path, 0755)));
  }

  private void write() {
    StorePath path = path();
    byte[] content = content();
    boolean replace = random.nextBoolean();
    WriteHandle.Options options = new WriteHandle.Options(replace, 0644);
    change(
        (replace ? "replace " : "create ") + path + " with " + content.length,
        either -> done(() -> StoreFiles.writeAll(either, path, ByteBuffer.wrap(content), options)));
  }

  private void append() {
    StorePath path = path();
    byte[] content = content();
    change(
        "append " + content.length + " to " + path,
        either -> {
          try (WriteHandle handle = either.append(path)) {
            handle.write(ByteBuffer.wrap(content));
            return handle.position();
          }
        });
  }

  private void truncate() {
    StorePath path = path();
    long length = random.nextInt(9);
    change(
        "truncate " + path + " to " + length, either -> done(() -> either.truncate(path, length)));
  }

  private void rename() {
    StorePath from = path();
    StorePath to = path();
    RenameMode mode = random.nextBoolean() ? RenameMode.REPLACE : RenameMode.NO_REPLACE;
    if (mode == RenameMode.REPLACE || !oneObject(from, to)) {
      change(
          "rename " + from + " to " + to + " " + mode,
          either -> done(() -> either.rename(from, to, mode)));
    }
  }

  /**
   * Whether both are names of one object, perhaps one name by way of a link: no-replace differs.
   */
  private boolean oneObject(StorePath from, StorePath to) {
    try {
      Node a = node(from);
      return !from.equals(to) && a.equals(node(to));
    } catch (StoreException e) {
      return false;
    }
  }

  private record Node(long identity, Object path) {}

  private Node node(StorePath path) throws StoreException {
    StoreObject object = model.stat(path, false);
    long identity = object.version().identity();
    return new Node(identity, identity == 0 ? object.version().stamp() : 0);
  }

  private void delete() {
    StorePath path = path();
    change("delete " + path, either -> either.delete(path));
  }

  private void link() {
    StorePath path = path();
    boolean hard = random.nextInt(3) == 0;
    if (hard) {
      StorePath existing = path();
      change(
          "hard link " + path + " to " + existing,
          either -> done(() -> either.createHardLink(path, existing)));
      return;
    }
    String target = TARGETS[random.nextInt(TARGETS.length)];
    change(
        "symbolic link " + path + " to " + target,
        either -> done(() -> either.createSymlink(path, target)));
  }

  private void setAttributes() {
    StorePath path = path();
    Change change = Change.NONE;
    if (store.can(Capability.PERMISSIONS, StorePath.ROOT)) {
      change = change.withMode(0700 | random.nextInt(0100));
    }
    if (store.can(Capability.TIMES, StorePath.ROOT)) {
      change = change.withModified(random.nextInt(2_000_000_000) * 1_000_000_000L);
    }
    Change attributes = change;
    change(
        "set " + attributes + " of " + path,
        either -> done(() -> either.setAttributes(path, attributes)));
  }

  private void changeXattr() {
    StorePath path = path();
    String name = random.nextBoolean() ? "user.x" : "user.y";
    int draw = random.nextInt(XattrMode.values().length + 1);
    byte[] value = {(byte) random.nextInt()};
    if (draw == XattrMode.values().length) {
      change(
          "remove xattr " + name + " of " + path,
          either -> done(() -> either.removeXattr(path, name)));
      return;
    }
    XattrMode mode = XattrMode.values()[draw];
    change(
        "xattr " + name + " " + mode + " of " + path,
        either -> done(() -> either.setXattr(path, name, ByteBuffer.wrap(value), mode)));
  }

  private void look() {
    StorePath path = path();
    boolean follow = random.nextBoolean();
    compare("stat " + path + " " + follow, either -> described(either, either.stat(path, follow)));
    compare("list " + path, either -> tree(either, path, Listing.Options.FLAT));
    compare(
        "list " + path + " following",
        either -> tree(either, path, Listing.Options.RECURSIVE.withFollowLinks()));
  }

  void compareTrees(StorePath around) {
    compare("the tree", either -> tree(either, around, Listing.Options.RECURSIVE));
  }

  private Map<StorePath, String> tree(Store either, StorePath path, Listing.Options options)
      throws StoreException {
    Map<StorePath, String> tree = new TreeMap<>();
    try (Listing listing = either.list(path, options)) {
      for (StoreObject object; (object = listing.next()) != null; ) {
        tree.put(object.path(), described(either, object));
      }
    }
    return tree;
  }

  /** What must be equal in a store and its model. */
  private String described(Store either, StoreObject object) throws StoreException {
    StringBuilder text = new StringBuilder(object.kind() + " " + object.linkTarget());
    if (object.isFile()) {
      byte[] content = StoreFiles.readAll(either, object.path(), LIMIT);
      text.append(" size ").append(object.size());
      text.append(" content ").append(Arrays.hashCode(content));
    }
    if (object.kind() == StoreObject.Kind.SYMLINK) {
      return text.toString();
    }
    if (either.can(Capability.PERMISSIONS, StorePath.ROOT)) {
      text.append(" mode ").append(Integer.toOctalString(object.attributes().mode()));
    }
    if (either.can(Capability.XATTRS, StorePath.ROOT)) {
      for (Map.Entry<String, byte[]> xattr : either.xattrs(object.path()).entrySet()) {
        if (xattr.getKey().startsWith("user.")) {
          text.append(' ').append(xattr.getKey()).append('=');
          text.append(HexFormat.of().formatHex(xattr.getValue()));
        }
      }
    }
    return text.toString();
  }

  private interface Action {
    void run() throws StoreException;
  }

  private static Object done(Action action) throws StoreException {
    action.run();
    return "done";
  }

  /** Makes a call that changes something: both succeed alike or both refuse. */
  private void change(String text, Call call) {
    calls.add(text);
    Object expected = outcome(model, call);
    Object actual = outcome(store, call);
    boolean bothRefuse =
        expected instanceof Kind a
            && actual instanceof Kind b
            && REFUSALS.contains(a)
            && REFUSALS.contains(b);
    if (!bothRefuse) {
      same(expected, actual);
    }
  }

  private void compare(String text, Call call) {
    calls.add(text);
    same(outcome(model, call), outcome(store, call));
  }

  private static Object outcome(Store either, Call call) {
    try {
      return call.on(either);
    } catch (StoreException e) {
      return e.kind();
    }
  }

  private void same(Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      assertThat(actual)
          .as(
              "seed %d (repeat with -Dsitu.seed=%d), after:%n%s",
              seed, seed, String.join("\n", calls).replace(base + "/", ""))
          .isEqualTo(expected);
    }
  }
}
