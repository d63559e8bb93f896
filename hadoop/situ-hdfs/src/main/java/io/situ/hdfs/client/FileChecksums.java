// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import io.situ.hdfs.parallel.ParallelSteps;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.CrcComposer;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks HDFS for checksums of files. A DataNode answers once it has read the whole block, which may
 * have to be fetched from an archive first, and is waited for up to a day, or for as long as the
 * configuration says if that is longer; one whose host is gone, for two minutes. After a minute,
 * and a second for each MB of the block, another DataNode that has the block is asked as well, and
 * the first answer counts. Thread-safe.
 */
public final class FileChecksums implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FileChecksums.class);

  /** Milliseconds. */
  private static final int MIN_TIMEOUT = (int) TimeUnit.DAYS.toMillis(1);

  /** Milliseconds after which another DataNode is asked as well, for a block of no bytes. */
  private static final int WARNING_DELAY = 60_000;

  private static final int MILLIS_PER_MB = 1000;

  private final DistributedFileSystem hdfs;
  private final BlockChecksumClient client;
  private final int timeout;
  private final int warningDelay;
  private final Consumer<String> warnings;
  private final ExecutorService threads = Executors.newCachedThreadPool(FileChecksums::daemon);

  /** The DataNodes that once did not answer before others were asked, by their UUIDs. */
  private final Set<String> slow = ConcurrentHashMap.newKeySet();

  /** Where no DataNode gives the checksum of a block, with what each of them said. */
  public static final class NoChecksumException extends IOException {

    private static final long serialVersionUID = 1;

    NoChecksumException(String message) {
      super(message);
    }
  }

  public FileChecksums(DistributedFileSystem hdfs) {
    this(
        hdfs,
        Math.max(MIN_TIMEOUT, hdfs.getClient().getConf().getSocketTimeout()),
        WARNING_DELAY,
        LOG::warn);
  }

  /**
   * @param timeout how long a DataNode is waited for, milliseconds
   * @param warningDelay milliseconds after which another DataNode is asked as well, for a block of
   *     no bytes
   */
  FileChecksums(
      DistributedFileSystem hdfs, int timeout, int warningDelay, Consumer<String> warnings) {
    this.hdfs = hdfs;
    this.client = new BlockChecksumClient(hdfs.getClient(), hdfs.getConf(), timeout);
    this.timeout = timeout;
    this.warningDelay = warningDelay;
    this.warnings = warnings;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "situ-checksum");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the CRC32C of a file's bytes. Warns of each DataNode that is slow, once.
   *
   * @param blocks of the file, at least one
   * @throws NoChecksumException if no DataNode gives the checksum of a block in time
   * @throws IOException if the file is gone, or the NameNode does not answer
   */
  public int of(String path, List<LocatedBlock> blocks) throws IOException {
    CrcComposer whole =
        CrcComposer.newCrcComposer(DataChecksum.Type.CRC32C, blocks.get(0).getBlockSize());
    for (LocatedBlock block : blocks) {
      whole.update(new Request(path, block.getStartOffset()).answer(), block.getBlockSize());
    }
    return ByteBuffer.wrap(whole.digest()).getInt();
  }

  /** The request for the checksum of one block, which several DataNodes may get. For one thread. */
  private final class Request {

    private final String path;
    private final long offset;
    private final CompletionService<Integer> answers = new ExecutorCompletionService<>(threads);
    private final IdentityHashMap<Future<Integer>, DatanodeInfo> waiting = new IdentityHashMap<>();
    private final Set<DatanodeInfo> asked = new HashSet<>();
    private final List<String> refusals = new ArrayList<>();

    Request(String path, long offset) {
      this.path = path;
      this.offset = offset;
    }

    int answer() throws IOException {
      try {
        while (true) {
          LocatedBlock block = locate();
          List<DatanodeInfo> others = notAsked(block);
          if (!others.isEmpty()) {
            ask(others.remove(0), block);
          } else if (waiting.isEmpty()) {
            throw noChecksum(block);
          }
          long delay = warningDelay + MILLIS_PER_MB * (block.getBlockSize() >> 20);
          Future<Integer> first =
              others.isEmpty() ? answers.take() : answers.poll(delay, TimeUnit.MILLISECONDS);
          if (first == null) {
            waiting.values().forEach(node -> noteSlow(node, delay));
            continue;
          }
          DatanodeInfo node = waiting.remove(first);
          try {
            return first.get();
          } catch (ExecutionException e) {
            String at = node.getHostName() + " at " + client.address(node);
            refusals.add(at + " (" + why(e.getCause()) + ")");
          }
        }
      } catch (InterruptedException e) {
        throw ParallelSteps.interrupted();
      } finally {
        waiting.keySet().forEach(unanswered -> unanswered.cancel(true));
      }
    }

    /** Returns the block with who has it now, and a token that is new. */
    private LocatedBlock locate() throws IOException {
      return hdfs.getClient().getLocatedBlocks(path, offset, 1).getLocatedBlocks().stream()
          .findFirst()
          .orElseThrow(() -> new FileNotFoundException("'" + path + "' is shorter than it was"));
    }

    /** Returns those who have the block and were not asked yet, the slow ones last. */
    private List<DatanodeInfo> notAsked(LocatedBlock block) {
      List<DatanodeInfo> nodes = new ArrayList<>(Arrays.asList(block.getLocations()));
      nodes.removeAll(asked);
      nodes.sort(Comparator.comparing(node -> slow.contains(node.getDatanodeUuid())));
      return nodes;
    }

    private void ask(DatanodeInfo node, LocatedBlock block) {
      asked.add(node);
      waiting.put(answers.submit(() -> client.crc(node, block)), node);
    }

    private void noteSlow(DatanodeInfo node, long delay) {
      if (slow.add(node.getDatanodeUuid())) {
        warnings.accept(
            "DataNode "
                + node.getHostName()
                + " at "
                + client.address(node)
                + " has not given the checksum of a block of '"
                + path
                + "' in "
                + TimeUnit.MILLISECONDS.toSeconds(delay)
                + " s; others that have the block are asked as well, and before it from now on;"
                + " look whether the store can be read on that host");
      }
    }

    private NoChecksumException noChecksum(LocatedBlock block) {
      return new NoChecksumException(
          refusals.isEmpty()
              ? "no DataNode has " + block.getBlock().getBlockName()
              : String.join(", ", refusals));
    }

    private String why(Throwable failure) {
      if (failure instanceof SocketTimeoutException) {
        return "no answer in " + TimeUnit.MILLISECONDS.toSeconds(timeout) + " s";
      }
      return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
