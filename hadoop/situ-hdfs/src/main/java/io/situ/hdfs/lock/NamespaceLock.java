// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.storage.StoreException;
import io.situ.storage.util.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of one HDFS for commands that give owners and permissions there. Each remembers which
 * directories of HDFS it has given those of which directories of a store; two at once, between
 * whose trees a user renames a directory, would put files of the one where the other has let that
 * user in.
 *
 * <p>It is a file that is open, {@link LockFile}. A process that is gone has it no more: at once
 * for commands of the same user on its host, for others when its lease has run out. A process that
 * was stopped for as long as that gives no permission any more and ends.
 *
 * <p>Belongs to one command, which takes it by one thread; all other methods are thread-safe.
 */
public final class NamespaceLock {

  private static final Logger LOG = LoggerFactory.getLogger(NamespaceLock.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  /** So long the end of what is under way is awaited before the lock is let go. */
  private static final Duration END_TIMEOUT = Duration.ofMinutes(1);

  /** The same where the process ends. */
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

  private static final int BEFORE_FILE_SYSTEMS_CLOSE = FileSystem.SHUTDOWN_HOOK_PRIORITY + 1;

  private final LockFile file;
  private final Consumer<String> listener;
  private final Runnable shutdownHook = () -> release(SHUTDOWN_TIMEOUT);

  /** While this has the lock. */
  private HeldLease lease;

  private int holds;
  private int underWay;

  /**
   * @param listener gets a sentence when another command has to be waited for, once for each
   */
  public NamespaceLock(DistributedFileSystem hdfs, Consumer<String> listener) {
    this.file = new LockFile(hdfs);
    this.listener = listener;
  }

  /** That the lock is held, until it is closed. */
  public interface Hold extends AutoCloseable {

    /** Lets it go, if this is the last one; what is under way has ended then. */
    @Override
    void close();
  }

  /** What may be done only while the lock is held. */
  public interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Takes the lock, and waits while another command has it. Where this has it already, it has it
   * until the last of these is closed.
   *
   * @param command as the user knows it, such as {@code attach}
   * @param target a directory or file of HDFS
   * @throws StoreException if users could take the lock's file away, something else is in its
   *     place, or this process is ending
   * @throws IOException if HDFS makes no such file, or the thread is interrupted
   */
  public Hold take(String command, Path target) throws IOException {
    if (!share()) {
      file.requireProtected();
      LockHolder self = LockHolder.of(command, target.toUri().getPath());
      begin(await(self));
    }
    return this::leave;
  }

  private synchronized boolean share() {
    if (lease != null) {
      holds++;
    }
    return lease != null;
  }

  /** Returns the lease when this has it. */
  private HeldLease await(LockHolder self) throws IOException {
    Backoff pauses = new Backoff(Integer.MAX_VALUE, FIRST_PAUSE, LONGEST_PAUSE);
    long reported = 0;
    while (true) {
      LeaseClock.Reading now = LeaseClock.now();
      Optional<Long> made = file.create(self);
      if (made.isPresent()) {
        return new HeldLease(file, self, made.get(), now);
      }
      Optional<LockFile.Present> other = file.find();
      if (other.flatMap(LockFile.Present::holder).filter(self::equals).isPresent()) {
        return new HeldLease(file, self, other.get().inode(), now);
      }
      if (other.isPresent() && other.get().isAbandoned()) {
        file.delete(other.get().inode());
      } else if (other.isPresent()) {
        if (other.get().inode() != reported) {
          reported = other.get().inode();
          listener.accept(waiting(other.get()));
        }
        pause(pauses);
      }
    }
  }

  private static String waiting(LockFile.Present other) {
    return "waits for "
        + other.holder().map(LockHolder::description).orElse("another command")
        + "; one at a time may give permissions in one HDFS";
  }

  private static void pause(Backoff pauses) throws IOException {
    try {
      pauses.pause();
    } catch (InterruptedException e) {
      throw ParallelSteps.interrupted();
    }
  }

  private void begin(HeldLease mine) throws IOException {
    synchronized (this) {
      lease = mine;
      holds = 1;
    }
    try {
      ShutdownHookManager.get().addShutdownHook(shutdownHook, BEFORE_FILE_SYSTEMS_CLOSE);
    } catch (IllegalStateException e) {
      release(SHUTDOWN_TIMEOUT);
      throw ended();
    }
  }

  /**
   * Does something that only who has the lock may do. What is under way when the process is asked
   * to end is awaited.
   *
   * @throws StoreException {@code UNAVAILABLE} if the lock is lost, {@code INTERRUPTED} if it is
   *     let go
   * @throws IOException as the work does
   */
  public <T> T during(Work<T> work) throws IOException {
    HeldLease mine = enter();
    try {
      mine.require();
      return work.run();
    } finally {
      exit();
    }
  }

  /**
   * Asks the NameNode whether this still has the lock.
   *
   * @throws StoreException as {@link #during} does
   */
  public void confirm() throws IOException {
    HeldLease mine = enter();
    try {
      mine.renew();
    } finally {
      exit();
    }
  }

  /**
   * Takes away what a command that is gone, or whose lease has run out, has left; what is no lock
   * stays.
   *
   * @throws IOException if the NameNode does not answer
   */
  public void removeAbandoned() throws IOException {
    try {
      Optional<LockFile.Present> other = file.find();
      if (other.isPresent() && other.get().isAbandoned()) {
        file.delete(other.get().inode());
      }
    } catch (StoreException e) {
      LOG.debug("{} stays", LockFile.PATH, e);
    }
  }

  private synchronized HeldLease enter() throws StoreException {
    if (lease == null) {
      throw ended();
    }
    underWay++;
    return lease;
  }

  private synchronized void exit() {
    underWay--;
    notifyAll();
  }

  private void leave() {
    synchronized (this) {
      if (lease == null || --holds > 0) {
        return;
      }
    }
    release(END_TIMEOUT);
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      removeShutdownHook();
    }
  }

  private void removeShutdownHook() {
    try {
      ShutdownHookManager.get().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending", e);
    }
  }

  /** Also of a thread that was interrupted, which asks the NameNode all the same. */
  private void release(Duration timeout) {
    boolean interrupted = Thread.interrupted();
    try {
      interrupted |= end(timeout);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Lets nothing more begin, awaits the end of what is under way, and lets the lock go.
   *
   * @return whether the thread was interrupted meanwhile
   */
  private boolean end(Duration timeout) {
    HeldLease mine;
    boolean interrupted;
    boolean quiet;
    synchronized (this) {
      mine = lease;
      lease = null;
      interrupted = mine != null && awaitQuiet(timeout);
      quiet = underWay == 0;
    }
    if (mine != null && quiet) {
      mine.release();
    } else if (mine != null) {
      mine.close();
      LOG.warn("{} is open until its lease runs out: work is still under way", LockFile.PATH);
    }
    return interrupted;
  }

  /** Called with this held; returns whether the thread was interrupted meanwhile. */
  private boolean awaitQuiet(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    for (long left = timeout.toMillis(); underWay > 0 && left > 0; ) {
      try {
        wait(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return interrupted;
  }

  private static StoreException ended() {
    return new StoreException(StoreException.Kind.INTERRUPTED, null, "interrupted");
  }
}
