// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.Checksums;
import io.situ.hdfs.wire.LinkList;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkWay;
import io.situ.hdfs.wire.Links;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * Links blocks in the volumes of a DataNode that is stopped, as it would be told to while it runs.
 * What was linked before is left as it is, so a list can be carried out again. For one thread.
 */
public final class StoppedDataNode implements AutoCloseable {

  private static final int AT_ONCE = 4_096;

  /** So many blocks with neighbouring numbers share a directory, which one thread is to fill. */
  private static final int SLICE = 256;

  private static final int THREADS = 2 * Runtime.getRuntime().availableProcessors();

  private final LinkWay way;
  private final LinkSources sources;
  private final LinkWriter writer;
  private final StoppedVolumes volumes;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);

  private StoppedDataNode(HdfsConfiguration conf) throws IOException {
    this.way = LinkWay.of(conf);
    this.volumes = StoppedVolumes.open(conf);
    this.sources =
        new LinkSources(name -> SituStores.open(name, conf), new AllowedStores(() -> conf));
    this.writer = new LinkWriter(sources);
  }

  /**
   * @param settings keys that hold over Hadoop's defaults: those of the DataNode
   * @throws IOException if the DataNode runs, or has no volume here
   */
  public static StoppedDataNode open(Map<String, String> settings) throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    return new StoppedDataNode(conf);
  }

  /**
   * What became of a list.
   *
   * @param linked blocks that are linked now
   * @param refused blocks that are not
   */
  public record Laid(long linked, long refused) {}

  /**
   * Carries out a list.
   *
   * @param told one sentence for each block that cannot be linked
   * @throws IOException if the list is damaged, or this DataNode is not of its HDFS; blocks that
   *     came before may be linked
   */
  public Laid lay(Path list, Consumer<String> told) throws IOException {
    long[] counts = new long[2];
    List<LinkOrder> some = new ArrayList<>();
    LinkList.read(
        list,
        order -> {
          some.add(order);
          if (some.size() == AT_ONCE) {
            link(some, told, counts);
          }
        });
    link(some, told, counts);
    volumes.forgetCaches();
    return new Laid(counts[0], counts[1]);
  }

  private void link(List<LinkOrder> orders, Consumer<String> told, long[] counts)
      throws IOException {
    List<Callable<List<String>>> calls = new ArrayList<>();
    for (List<LinkOrder> slice : slices(orders)) {
      calls.add(() -> refusals(slice));
    }
    orders.clear();
    try {
      for (Future<List<String>> answer : workers.invokeAll(calls)) {
        for (String refusal : answer.get()) {
          counts[refusal.isEmpty() ? 0 : 1]++;
          if (!refusal.isEmpty()) {
            told.accept(refusal);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private List<List<LinkOrder>> slices(List<LinkOrder> orders) throws IOException {
    List<List<LinkOrder>> slices = new ArrayList<>();
    long last = -1;
    for (LinkOrder order : orders) {
      volumes.refuseUnknownPool(order.pool());
      long directory = order.id() / SLICE;
      if (slices.isEmpty() || directory != last) {
        slices.add(new ArrayList<>());
      }
      slices.get(slices.size() - 1).add(order);
      last = directory;
    }
    return slices;
  }

  private List<String> refusals(List<LinkOrder> slice) {
    NamesThere there = new NamesThere();
    return slice.stream().map(order -> refusal(order, there)).toList();
  }

  private String refusal(LinkOrder order, NamesThere there) {
    try {
      link(order, there);
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void link(LinkOrder order, NamesThere there) throws IOException {
    LinkedBlock object = order.link();
    LinkFiles files =
        LinkFiles.of(
            volumes.choose(order.id()),
            order.pool(),
            new Block(order.id(), object.length(), order.stamp()));
    LinkMark mark = sources.mark(object, way.checksums() == Checksums.EAGER);
    Optional<Path> target =
        way.links() == Links.SYMLINK
            ? PlainFile.of(sources.store(object.store()), object)
            : Optional.empty();
    BlockFile file = LinkedReplicas.blockFile(object, target);
    LinkMark wanted = mark.withSymbolic(target.isPresent());
    if (files.isFree(there)) {
      files.makeFree(writer, wanted, file);
    } else if (!isLinked(files, object, file)) {
      try (LinkFiles.Draft sums = files.draft()) {
        writer.write(sums.path(), wanted);
        files.place(sums, wanted, file);
      }
    }
  }

  private static boolean isLinked(LinkFiles files, LinkedBlock object, BlockFile file)
      throws IOException {
    Optional<LinkMark> there = LinkMark.read(files.checksums());
    if (there.isEmpty() && Files.exists(files.data(), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("'" + files.data() + "' is an ordinary block; it stays as it is");
    }
    return there.isPresent() && there.get().block().equals(object) && file.isAt(files.data());
  }

  @Override
  public void close() throws IOException {
    workers.shutdownNow();
    try (volumes) {
      sources.close();
    }
  }
}
