// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What {@link SelfTest} tries with names. Each member says what was seen, or fails. */
final class SelfTestNames {

  private static final int RACERS = 4;

  private final Store store;
  private final StorePath directory;

  SelfTestNames(Store store, StorePath directory) {
    this.store = store;
    this.directory = directory;
  }

  private StorePath write(String name, String text) throws StoreException {
    StorePath path = directory.child(name);
    write(store, path, text);
    return path;
  }

  static void write(Store store, StorePath path, String text) throws StoreException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, path, bytes, WriteHandle.Options.EXCLUSIVE);
  }

  private void expect(StorePath path, String text) throws StoreException {
    String found = new String(StoreFiles.readAll(store, path, 1000), StandardCharsets.UTF_8);
    if (!found.equals(text)) {
      throw SelfTest.broken(path, "it holds '" + found + "', not '" + text + "'");
    }
  }

  private void expectNone(StorePath path) throws StoreException {
    if (StoreFiles.find(store, path).isPresent()) {
      throw SelfTest.broken(path, "the old name is still there after a rename");
    }
  }

  String rename() throws StoreException {
    StorePath from = write("from", "new");
    StorePath to = write("to", "old");
    store.rename(from, to, RenameMode.REPLACE);
    expect(to, "new");
    expectNone(from);
    return "a file took another's place";
  }

  String noReplace() throws StoreException {
    StorePath from = write("moved", "new");
    StorePath there = write("there", "old");
    StorePath free = directory.child("free");
    try {
      refused(() -> store.rename(from, there, RenameMode.NO_REPLACE), there);
      expect(there, "old");
      store.rename(from, free, RenameMode.NO_REPLACE);
    } catch (StoreException e) {
      return unsupported(e, Capability.ATOMIC_NO_REPLACE);
    }
    expect(free, "new");
    expectNone(from);
    StorePath target = directory.child("won");
    List<Callable<StorePath>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      StorePath source = write("racer" + i, "racer " + i);
      racers.add(
          () -> {
            store.rename(source, target, RenameMode.NO_REPLACE);
            return source;
          });
    }
    StorePath winner = winner(racers, target);
    expect(target, "racer " + winner.name().substring("racer".length()));
    return "what is there stays, and of " + RACERS + " renames to one name one won";
  }

  String noReplaceOfDirectories() throws StoreException {
    StorePath target = directory.child("won-directory");
    List<Callable<StorePath>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      StorePath source = directory.child("directory" + i);
      store.mkdir(source, 0755);
      racers.add(
          () -> {
            store.rename(source, target, RenameMode.NO_REPLACE);
            return source;
          });
    }
    try {
      winner(racers, target);
    } catch (StoreException e) {
      return unsupported(e, Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    }
    return "of " + RACERS + " renames of directories to one name one won";
  }

  private String unsupported(StoreException e, Capability capability) throws StoreException {
    if (e.kind() != Kind.UNSUPPORTED || store.can(capability, directory)) {
      throw e;
    }
    return "not declared, and refused: " + capability;
  }

  private interface Call {
    void run() throws StoreException;
  }

  private static void refused(Call call, StorePath path) throws StoreException {
    try {
      call.run();
    } catch (StoreException e) {
      if (e.kind() == Kind.ALREADY_EXISTS) {
        return;
      }
      throw e;
    }
    throw SelfTest.broken(path, "it was replaced by a call that must not replace");
  }

  String exclusive() throws StoreException {
    StorePath path = directory.child("exclusive");
    List<Callable<StorePath>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      byte[] text = ("racer " + i).getBytes(StandardCharsets.UTF_8);
      racers.add(
          () -> {
            try (WriteHandle handle = store.create(path, WriteHandle.Options.EXCLUSIVE)) {
              handle.write(ByteBuffer.wrap(text));
            }
            return path;
          });
    }
    winner(racers, path);
    return "of " + RACERS + " creations of one name one won";
  }

  /** The only call that did not fail; the others must say that something is there. */
  private static StorePath winner(List<Callable<StorePath>> racers, StorePath target)
      throws StoreException {
    ExecutorService threads = Executors.newFixedThreadPool(racers.size());
    try {
      List<StorePath> winners = new ArrayList<>();
      for (Future<StorePath> racer : threads.invokeAll(racers)) {
        try {
          winners.add(racer.get());
        } catch (ExecutionException e) {
          rethrow(e.getCause());
        }
      }
      if (winners.size() != 1) {
        throw SelfTest.broken(target, winners.size() + " of " + racers.size() + " callers won it");
      }
      return winners.get(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(Kind.INTERRUPTED, target, "the self-test was interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void rethrow(Throwable failure) throws StoreException {
    if (!(failure instanceof StoreException e)) {
      throw new IllegalStateException(failure);
    }
    if (e.kind() != Kind.ALREADY_EXISTS) {
      throw e;
    }
  }

  String symbolicLink() throws StoreException {
    StorePath link = directory.child("symbolic");
    write("target", "content");
    store.createSymlink(link, "target");
    expect(link, "content");
    return "a symbolic link is followed";
  }

  String hardLink() throws StoreException {
    StorePath path = write("one-name", "content");
    StorePath link = directory.child("other-name");
    store.createHardLink(link, path);
    store.delete(path);
    expect(link, "content");
    return "a file lives under its second name";
  }
}
