// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.nativelib.UserLookup;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Entries that are described as they are asked for. Those of a large batch are divided: helper
 * threads describe parts from the end, the asking thread those that has not been started from the
 * front. Not thread-safe, apart from the helper threads.
 */
final class StatBatch {

  /** Describes the entry at an index, or says null if it has vanished. */
  interface Describer {
    StoreObject describe(int index, UserLookup.Memo memo) throws StoreException;
  }

  private final int count;
  private final Describer describer;
  private final UserLookup accounts;
  private final Part[] parts;
  private final UserLookup.Memo memo;
  private int part;
  private int at;

  StatBatch(int count, Describer describer, UserLookup accounts, StatThreads helpers) {
    this.count = count;
    this.describer = describer;
    this.accounts = accounts;
    this.memo = accounts.memo();
    boolean large = helpers.count() > 0 && count >= 2 * helpers.share();
    this.parts = new Part[large ? count / helpers.share() : 0];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new Part(count * i / parts.length, count * (i + 1) / parts.length);
    }
    if (large) {
      helpers.call(parts.length - 1, this::help);
    }
  }

  private void help() {
    for (int i = parts.length - 1; i >= 0; i--) {
      parts[i].run();
    }
  }

  /** The next entry, or null at the end. */
  StoreObject next() throws StoreException {
    return parts.length == 0 ? nextAlone() : nextParted();
  }

  private StoreObject nextAlone() throws StoreException {
    while (at < count) {
      StoreObject object = describer.describe(at++, memo);
      if (object != null) {
        return object;
      }
    }
    return null;
  }

  private StoreObject nextParted() throws StoreException {
    while (part < parts.length) {
      StoreObject[] objects = parts[part].complete();
      while (at < objects.length) {
        StoreObject object = objects[at++];
        if (object != null) {
          return object;
        }
      }
      at = 0;
      part++;
    }
    return null;
  }

  /** Ends early: when this returns no helper is at work any more. */
  void stop() {
    for (; part < parts.length; part++) {
      parts[part].stop();
    }
  }

  private final class Part {
    private final int from;
    private final StoreObject[] objects;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);
    private StoreException failure;

    Part(int from, int to) {
      this.from = from;
      this.objects = new StoreObject[to - from];
    }

    void run() {
      if (!begun.compareAndSet(false, true)) {
        return;
      }
      try {
        UserLookup.Memo own = accounts.memo();
        for (int i = 0; i < objects.length; i++) {
          objects[i] = describer.describe(from + i, own);
        }
      } catch (StoreException e) {
        failure = e;
      } catch (RuntimeException e) {
        failure = new StoreException(Kind.FAILED, null, "a listing failed: " + e, e);
      } catch (Error e) {
        failure = new StoreException(Kind.FAILED, null, "a listing failed: " + e, e);
        throw e;
      } finally {
        done.countDown();
      }
    }

    StoreObject[] complete() throws StoreException {
      run();
      await();
      if (failure != null) {
        throw failure;
      }
      return objects;
    }

    void stop() {
      if (!begun.compareAndSet(false, true)) {
        await();
      }
    }

    private void await() {
      boolean interrupted = false;
      while (true) {
        try {
          done.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
