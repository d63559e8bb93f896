// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lists folders before the walk needs them, always the one that the walk needs first, until a
 * budget of objects held in memory, by their weight, is spent. The walk never waits for a folder
 * that no thread has begun: it lists that one itself, so there is no deadlock whatever the budget.
 */
final class DirectoryPrefetcher implements AutoCloseable {

  /** Lists one directory. */
  @FunctionalInterface
  interface Lister {
    SortedEntries list(PendingDirectory folder) throws IOException;
  }

  private final Lister lister;
  private final int budget;
  private final List<Thread> workers = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition listed = lock.newCondition();
  private final PriorityQueue<PendingDirectory> named =
      new PriorityQueue<>(Comparator.comparing(PendingDirectory::key, SortKeys::compare));
  private long held;
  private boolean closed;

  private DirectoryPrefetcher(Lister lister, int budget) {
    this.lister = lister;
    this.budget = budget;
  }

  /**
   * @param threads that list, beside the one that walks
   * @param budget weight of the objects listed and not yet taken at which no further folder is
   *     begun
   */
  static DirectoryPrefetcher start(Lister lister, int threads, int budget) {
    DirectoryPrefetcher ahead = new DirectoryPrefetcher(lister, budget);
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(ahead::work, "situ-scan-" + i);
      thread.setDaemon(true);
      ahead.workers.add(thread);
      thread.start();
    }
    return ahead;
  }

  /** Announces folders that the walk will come to. */
  void offer(List<PendingDirectory> folders) {
    if (folders.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      named.addAll(folders);
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The content of a folder the walk has come to.
   *
   * @throws IOException what listing it failed with
   */
  SortedEntries await(PendingDirectory folder) throws IOException {
    lock.lock();
    try {
      if (folder.state() == PendingDirectory.State.NAMED) {
        folder.run();
      } else {
        while (folder.state() != PendingDirectory.State.LISTED) {
          listed.await();
        }
        return taken(folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw InventoryException.interrupted();
    } finally {
      lock.unlock();
    }
    return lister.list(folder);
  }

  private SortedEntries taken(PendingDirectory folder) throws IOException {
    if (folder.failure() == null) {
      held -= folder.entries().held();
      work.signal();
      return folder.entries();
    }
    if (folder.failure() instanceof IOException failure) {
      throw failure;
    }
    if (folder.failure() instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("listing '" + folder.path() + "' failed", folder.failure());
  }

  private void work() {
    for (PendingDirectory folder = begin(); folder != null; folder = begin()) {
      SortedEntries entries = null;
      Throwable failure = null;
      try {
        entries = lister.list(folder);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
      end(folder, entries, failure);
    }
  }

  private PendingDirectory begin() {
    lock.lock();
    try {
      while (!closed) {
        PendingDirectory folder = held >= budget ? null : named.poll();
        if (folder == null) {
          work.await();
        } else if (folder.state() == PendingDirectory.State.NAMED) {
          folder.run();
          return folder;
        }
      }
      return null;
    } catch (InterruptedException e) {
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void end(PendingDirectory folder, SortedEntries entries, Throwable failure) {
    lock.lock();
    try {
      folder.listed(entries, failure);
      if (entries != null) {
        held += entries.held();
        named.addAll(entries.discovered());
        work.signal();
      }
      listed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Stops the threads and waits for them. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      work.signalAll();
    } finally {
      lock.unlock();
    }
    workers.forEach(Thread::interrupt);
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
