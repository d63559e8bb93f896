// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.certify.Finding;
import io.situ.cli.certify.ShutdownHook;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mount.Mount;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tries a store out, in a directory of its own that it deletes again, also if something fails or
 * the process is asked to end: a file of many stripes, its layout, its bytes, renames, exclusive
 * creation, and what else the store declares.
 */
final class SelfTest {

  /** Several stripes of every file system's own size, in bytes. */
  private static final int CHUNKS = 64;

  private static final int CHUNK = 1 << 20;

  /** More directories below each other than any job makes. */
  static final int MAX_DEPTH = 128;

  private static final int TIMEOUT_SECONDS = 10;
  private static final String REMEDY = "send what is printed below";

  private final Store store;
  private final StorePath directory;
  private final SelfTestLayout layout;
  private final Optional<Mount> mount;
  private final List<Finding> findings = new ArrayList<>();
  private final ReentrantLock working = new ReentrantLock(true);
  private List<Extent> extents = List.of();
  private int deepest = MAX_DEPTH;

  /** One thing that is tried; says what was seen. */
  private interface Step {
    String run() throws StoreException;
  }

  /** One thing that is tried, and may end well or not quite so. */
  private interface Attempt {
    Finding run() throws StoreException;
  }

  /**
   * @param parent an existing directory that this user may write to
   * @param layout what to make of the file's place
   * @param mount the mount that {@code parent} lies on, if it lies on one
   */
  SelfTest(Store store, StorePath parent, SelfTestLayout layout, Optional<Mount> mount) {
    this.layout = layout;
    this.mount = mount;
    this.store = store;
    this.directory = parent.child(".situ-self-test-" + UUID.randomUUID());
  }

  /** The file that is written, which is there while {@code look} runs in {@link #run}. */
  StorePath file() {
    return directory.child("file");
  }

  /** What {@link #run} learned of the file's placement. */
  List<Extent> extents() {
    return extents;
  }

  /** How many directories {@link #run} could make below each other, at most {@link #MAX_DEPTH}. */
  int deepest() {
    return deepest;
  }

  /**
   * Tries everything.
   *
   * @param look run while the file is there
   * @return what was found, in the order of trying
   */
  List<Finding> run(Runnable look) throws InterruptedException {
    ShutdownHook atEnd = ShutdownHook.add(this::stop);
    try {
      if (step("directory", this::makeDirectory)) {
        inside(look);
      }
    } finally {
      atEnd.remove();
    }
    return findings;
  }

  private void inside(Runnable look) {
    try {
      if (step("write", this::write)) {
        attempt("layout", this::layout);
        look.run();
        step("read", this::read);
      }
      steps();
    } finally {
      step("clean up", this::delete);
    }
  }

  private void steps() {
    SelfTestNames names = new SelfTestNames(store, directory);
    step("rename", names::rename);
    step("no-replace", names::noReplace);
    step("no-replace", names::noReplaceOfDirectories);
    step("exclusive", names::exclusive);
    attempt("depth", this::depth);
    optional(Capability.APPEND, "append", this::append);
    optional(Capability.SYMLINKS, "link", names::symbolicLink);
    optional(Capability.HARD_LINKS, "link", names::hardLink);
    optional(Capability.PERMISSIONS, "mode", this::mode);
    findings.add(SelfTestLocks.attempt(hostDirectory(), mount));
  }

  private Optional<Path> hostDirectory() {
    return store
        .info()
        .hostPath()
        .filter(root -> mount.isPresent())
        .map(root -> Path.of(directory.prefixedBy(root).toString()));
  }

  private void optional(Capability capability, String topic, Step step) {
    if (store.can(capability, directory)) {
      step(topic, step);
    } else {
      findings.add(Finding.ok(topic, "not declared, and not tried: " + capability));
    }
  }

  private boolean step(String topic, Step step) {
    return attempt(topic, () -> Finding.ok(topic, step.run()));
  }

  private boolean attempt(String topic, Attempt attempt) {
    working.lock();
    try {
      findings.add(attempt.run());
      return true;
    } catch (StoreException e) {
      findings.add(Finding.wrong(topic, e.getMessage(), REMEDY));
      return false;
    } finally {
      working.unlock();
    }
  }

  static StoreException broken(StorePath path, String what) {
    return new StoreException(Kind.FAILED, path, what);
  }

  private String makeDirectory() throws StoreException {
    store.mkdir(directory, 0755);
    return "'" + directory + "' is made, and deleted at the end";
  }

  private String write() throws StoreException {
    try (WriteHandle handle = store.create(file(), WriteHandle.Options.EXCLUSIVE)) {
      for (int chunk = 0; chunk < CHUNKS; chunk++) {
        handle.write(ByteBuffer.wrap(bytes(chunk)));
      }
      if (store.can(Capability.SYNC, directory)) {
        handle.sync();
      }
    }
    long size = store.stat(file(), false).size();
    if (size != (long) CHUNKS * CHUNK) {
      throw broken(file(), "it has " + size + " bytes, not the " + CHUNKS * CHUNK + " written");
    }
    return HumanReadable.bytes(size) + " written and synced";
  }

  private static byte[] bytes(int chunk) {
    byte[] bytes = new byte[CHUNK];
    new Random(chunk).nextBytes(bytes);
    return bytes;
  }

  private Finding layout() throws StoreException {
    StoreObject object = store.stat(file(), false);
    extents = store.placement(object, 0, object.size());
    return layout.judge(object, extents);
  }

  private String read() throws StoreException {
    try (ReadHandle handle = store.open(file(), ReadHandle.Options.DEFAULT)) {
      for (int chunk = 0; chunk < CHUNKS; chunk++) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
        handle.readFully(List.of(new ReadHandle.Range((long) chunk * CHUNK, buffer)));
        if (!buffer.flip().equals(ByteBuffer.wrap(bytes(chunk)))) {
          throw broken(file(), "bytes from " + (long) chunk * CHUNK + " are not those written");
        }
      }
      ByteBuffer across = ByteBuffer.allocate(2);
      handle.readFully(List.of(new ReadHandle.Range(CHUNK - 1L, across)));
      if (across.get(0) != bytes(0)[CHUNK - 1] || across.get(1) != bytes(1)[0]) {
        throw broken(file(), "bytes across a border are not those written");
      }
    }
    return "every byte is the one that was written";
  }

  private String append() throws StoreException {
    StorePath path = directory.child("append");
    SelfTestNames.write(store, path, "one");
    try (WriteHandle handle = store.append(path)) {
      handle.write(ByteBuffer.wrap("two".getBytes(StandardCharsets.UTF_8)));
    }
    byte[] all = StoreFiles.readAll(store, path, 100);
    if (!Arrays.equals(all, "onetwo".getBytes(StandardCharsets.UTF_8))) {
      throw broken(path, "what was appended is not behind what was there");
    }
    return "bytes are behind those that were there";
  }

  private Finding depth() throws StoreException {
    StorePath path = directory;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      path = path.child("d");
      try {
        store.mkdir(path, 0755);
      } catch (StoreException e) {
        if (e.kind() != Kind.INVALID_NAME || depth == 0) {
          throw e;
        }
        deepest = depth;
        int names = (int) path.toString().chars().filter(c -> c == '/').count() - 1;
        return Finding.note(
            "depth",
            "paths have at most "
                + names
                + " names below '"
                + store.info().root()
                + "' ("
                + path.toString().length()
                + " bytes are too many): "
                + e.reason(),
            "keep data and output near the root of the store");
      }
    }
    return Finding.ok("depth", MAX_DEPTH + " directories can lie below each other");
  }

  private String mode() throws StoreException {
    StorePath path = directory.child("mode");
    SelfTestNames.write(store, path, "");
    store.setAttributes(path, Change.NONE.withMode(0640));
    int mode = store.stat(path, false).attributes().mode();
    if (mode != 0640) {
      throw broken(path, "its mode is " + Integer.toOctalString(mode) + ", not 640");
    }
    return "a file's mode is what it was set to";
  }

  private String delete() throws StoreException {
    StoreFiles.deleteTree(store, directory);
    Optional<StoreObject> left = StoreFiles.find(store, directory);
    if (left.isPresent()) {
      throw broken(directory, "it is still there after it was deleted: delete it yourself");
    }
    return "'" + directory + "' is deleted";
  }

  /** Lets the present step end, if it does so soon, and no other begin: the lock is kept. */
  private void stop() {
    try {
      if (!working.tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(
            "situ: the store does not answer; '"
                + DisplayNames.printable(directory.toString())
                + "' is left");
        return;
      }
      if (StoreFiles.find(store, directory).isPresent()) {
        delete();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      System.err.println("situ: " + DisplayNames.printable(e.getMessage()));
    }
  }
}
