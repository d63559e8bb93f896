// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.util.Backoff;
import io.situ.storage.util.StoreFiles;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A new directory in a store, which is deleted with everything in it when it is closed, and when
 * the process is asked to end. Deletion works on held directories and follows no link.
 */
public final class OwnDirectory {

  private static final int PRIVATE = 0700;
  private static final int MODE = 0755;
  private static final Duration WAIT_FOR_STEP = Duration.ofSeconds(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  /** Half a minute. */
  private static final int MAX_PAUSES = 32;

  /** What deletion says while something else still adds or deletes there. */
  private static final Set<Kind> BUSY = Set.of(Kind.NOT_EMPTY, Kind.CHANGED, Kind.NOT_FOUND);

  private final Store store;
  private final StorePath path;
  private final Consumer<String> say;
  private final ReentrantLock working = new ReentrantLock(true);
  private final List<Runnable> atEnd = new CopyOnWriteArrayList<>();
  private ShutdownHook hook;

  /**
   * @param path of the directory, whose parent exists
   * @param say gets a sentence about how it ended, where the process is asked to end
   */
  public OwnDirectory(Store store, StorePath path, Consumer<String> say) {
    this.store = store;
    this.path = path;
    this.say = say;
  }

  /** Returns where it is in the store. */
  public StorePath path() {
    return path;
  }

  /** Something that is done in the directory. */
  public interface Step<T> {
    /** Does it. */
    T run() throws StoreException;
  }

  /**
   * Creates the directory, which only its owner may enter.
   *
   * @throws StoreException as {@link Store#mkdir}; then nothing is left
   */
  public void create() throws StoreException, InterruptedException {
    hook = ShutdownHook.add(this::end);
    try {
      mkdir(path, PRIVATE);
    } catch (StoreException e) {
      hook.remove();
      throw e;
    }
  }

  /** Does something that the deletion waits for. Does not return where the process is ending. */
  public <T> T step(Step<T> step) throws StoreException {
    working.lock();
    try {
      return step.run();
    } finally {
      working.unlock();
    }
  }

  /**
   * Creates a directory in it.
   *
   * @return {@code below}
   * @throws StoreException as {@link Store#mkdir}
   */
  public StorePath mkdir(StorePath below) throws StoreException {
    return mkdir(below, MODE);
  }

  private StorePath mkdir(StorePath directory, int mode) throws StoreException {
    return step(
        () -> {
          store.mkdir(directory, mode);
          return directory;
        });
  }

  /** Adds what is done first if the process is asked to end, such as ending another process. */
  public void atEnd(Runnable work) {
    atEnd.add(work);
  }

  /**
   * Deletes the directory.
   *
   * @throws StoreException if something of it is left
   */
  public void delete() throws StoreException, InterruptedException {
    try {
      step(
          () -> {
            deleteTree();
            return path;
          });
    } finally {
      hook.remove();
    }
  }

  private void deleteTree() throws StoreException {
    StoreFiles.deleteTree(store, path);
    if (StoreFiles.find(store, path).isPresent()) {
      throw new StoreException(
          Kind.FAILED, path, "it is still there after it was deleted: delete it yourself");
    }
  }

  /** The lock is kept, so that no further step begins. */
  private void end() {
    try {
      atEnd.forEach(Runnable::run);
      if (!working.tryLock(WAIT_FOR_STEP.toMillis(), TimeUnit.MILLISECONDS)) {
        say.accept("the store does not answer; '" + path + "' is left");
        return;
      }
      deleteWhileOthersEnd();
      say.accept("stopped; '" + path + "' is deleted");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      say.accept(e.getMessage());
    }
  }

  /** A job or a test that is being ended may still add files. */
  private void deleteWhileOthersEnd() throws StoreException, InterruptedException {
    Backoff backoff = new Backoff(MAX_PAUSES, FIRST_PAUSE, MAX_PAUSE);
    while (true) {
      try {
        deleteTree();
        return;
      } catch (StoreException e) {
        if (!BUSY.contains(e.kind()) || !backoff.pause()) {
          throw e;
        }
      }
    }
  }
}
