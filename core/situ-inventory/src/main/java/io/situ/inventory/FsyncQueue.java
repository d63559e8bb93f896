// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.manifest.InventoryException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Open files that are written and not yet known to be on the disk. Not thread-safe. */
public final class FsyncQueue implements Closeable {

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(FsyncQueue::newThread);

  private final List<FileChannel> files = new ArrayList<>();

  private final Set<FileChannel> directories = new HashSet<>();

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "situ-force");
    thread.setDaemon(true);
    return thread;
  }

  public int size() {
    return files.size();
  }

  /** Takes over a file; it is closed when it is on the disk, or with this. */
  public void add(FileChannel file) {
    files.add(file);
  }

  void addDirectory(Path directory) throws IOException {
    FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ);
    directories.add(channel);
    files.add(channel);
  }

  /** Rewrites a file. */
  public void write(Path file, byte[] bytes) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    files.add(channel);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /**
   * Returns when all are on the disk, all at once: a file system writes its journal for many
   * callers together.
   */
  public void force() throws IOException {
    List<Callable<Void>> calls = new ArrayList<>();
    for (FileChannel file : files) {
      calls.add(() -> force(file));
    }
    try {
      for (Future<Void> call : THREADS.invokeAll(calls)) {
        call.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw InventoryException.interrupted();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
    close();
  }

  private Void force(FileChannel file) throws IOException {
    try {
      file.force(true);
    } catch (IOException e) {
      if (!directories.contains(file) || !isUnsupported(e)) {
        throw e;
      }
    }
    return null;
  }

  /** Some file systems sync no directories: their servers keep names by rules of their own. */
  private static boolean isUnsupported(IOException failure) {
    String reason = String.valueOf(failure.getMessage());
    return reason.contains("Invalid argument") || reason.contains("not supported");
  }

  @Override
  public void close() throws IOException {
    for (FileChannel file : files) {
      file.close();
    }
    files.clear();
    directories.clear();
  }
}
