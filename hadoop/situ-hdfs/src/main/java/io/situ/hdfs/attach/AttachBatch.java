package io.situ.hdfs.attach;

import io.situ.hdfs.wire.LinkOrder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Makes files of HDFS, many at a time: first every file's next block is asked of the NameNode, then
 * each DataNode is told of all its blocks at once, until no file wants another one. For one thread.
 */
final class AttachBatch {

  private static final int WAITS = 40;
  private static final long FIRST_WAIT = 1;
  private static final long LONGEST_WAIT = 500;

  private final ExecutorService workers;
  private final DataNodes nodes;
  private final LinkClient links;

  AttachBatch(ExecutorService workers, DataNodes nodes, LinkClient links) {
    this.workers = workers;
    this.nodes = nodes;
    this.links = links;
  }

  /**
   * Links every block and closes every file.
   *
   * @param files created, with no block yet
   * @throws IOException at the first that fails; the others may be open or closed
   */
  void run(List<NewFile> files) throws IOException {
    List<NewFile> left = files.stream().filter(NewFile::hasNext).toList();
    while (!left.isEmpty()) {
      link(all(left, file -> file.next(nodes)));
      left = left.stream().filter(NewFile::hasNext).toList();
    }
    all(files, AttachBatch::close);
  }

  private void link(List<NewFile.Pending> pending) throws IOException {
    Map<DatanodeInfo, List<LinkOrder>> orders = new LinkedHashMap<>();
    for (NewFile.Pending block : pending) {
      for (DatanodeInfo node : block.nodes()) {
        orders.computeIfAbsent(node, ignored -> new ArrayList<>()).add(block.order());
      }
    }
    all(List.copyOf(orders.entrySet()), entry -> tell(entry.getKey(), entry.getValue()));
  }

  private Void tell(DatanodeInfo node, List<LinkOrder> orders) throws IOException {
    List<String> answers = links.link(node, orders);
    for (int i = 0; i < orders.size(); i++) {
      if (!answers.get(i).isEmpty()) {
        throw new IOException(
            "DataNode "
                + node.getHostName()
                + " did not link '"
                + orders.get(i).link().object()
                + "': "
                + answers.get(i));
      }
    }
    return null;
  }

  private static Void close(NewFile file) throws IOException {
    long wait = FIRST_WAIT;
    for (int i = 0; i < WAITS; i++) {
      if (file.complete()) {
        return null;
      }
      sleep(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    throw new IOException(
        "the NameNode has not heard of the last block of '" + file.path() + "'; see its log");
  }

  private static void sleep(long millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  interface Step<A, B> {
    B run(A input) throws IOException;
  }

  /** Runs a step for every input at once; the answers come in the order of the inputs. */
  <A, B> List<B> all(List<A> inputs, Step<A, B> step) throws IOException {
    List<Callable<B>> calls = new ArrayList<>();
    inputs.forEach(input -> calls.add(() -> step.run(input)));
    List<B> results = new ArrayList<>();
    try {
      for (Future<B> result : workers.invokeAll(calls)) {
        results.add(result.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
    return results;
  }
}
