// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.datanode.replica.BlockFile;
import io.situ.hdfs.datanode.replica.DirectoryNameCache;
import io.situ.hdfs.datanode.replica.LinkFiles;
import io.situ.hdfs.datanode.replica.LinkWriter;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.datanode.replica.PlainFile;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkList;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkType;
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
 * Links blocks in the volumes of a DataNode that is stopped, as it would on request while it runs.
 * What was linked before is left as it is, but for checksums that it lacks and is to have, so a
 * list can be carried out again. Not thread-safe.
 */
public final class OfflineDataNode implements AutoCloseable {

  private static final int AT_ONCE = 4_096;

  /** So many blocks with neighbouring numbers share a directory, which one thread is to fill. */
  private static final int SLICE = 256;

  private static final int THREADS = 2 * Runtime.getRuntime().availableProcessors();

  private final LinkSettings way;
  private final LinkSources sources;
  private final LinkWriter writer;
  private final OfflineVolumes volumes;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);

  private OfflineDataNode(HdfsConfiguration conf) throws IOException {
    this.way = LinkSettings.of(conf);
    this.volumes = OfflineVolumes.open(conf);
    this.sources =
        new LinkSources(name -> SituStores.open(name, conf), new AllowedStores(() -> conf));
    this.writer = new LinkWriter(sources);
  }

  /**
   * @param settings keys that hold over Hadoop's defaults: those of the DataNode
   * @throws IOException if the DataNode runs, or has no volume here
   */
  public static OfflineDataNode open(Map<String, String> settings) throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    return new OfflineDataNode(conf);
  }

  /**
   * What became of a list.
   *
   * @param linked blocks that are linked now
   * @param refused blocks that are not
   */
  public record LinkedCount(long linked, long refused) {}

  /**
   * Carries out a list. It is read to its end once before.
   *
   * @param report one sentence for each block that cannot be linked
   * @throws IOException if the list is damaged or its image is not there, or this DataNode is not
   *     of its HDFS; no block of it is linked then
   */
  public LinkedCount linkBlocks(Path list, Consumer<String> report) throws IOException {
    LinkList.read(list, order -> volumes.refuseUnknownPool(order.pool()));
    long[] counts = new long[2];
    List<LinkBlockRequest> some = new ArrayList<>();
    LinkList.read(
        list,
        order -> {
          some.add(order);
          if (some.size() == AT_ONCE) {
            link(some, report, counts);
          }
        });
    link(some, report, counts);
    volumes.forgetCaches();
    return new LinkedCount(counts[0], counts[1]);
  }

  private void link(List<LinkBlockRequest> orders, Consumer<String> report, long[] counts)
      throws IOException {
    List<Callable<List<String>>> calls = new ArrayList<>();
    for (List<LinkBlockRequest> slice : slices(orders)) {
      calls.add(() -> refusals(slice));
    }
    orders.clear();
    try {
      for (Future<List<String>> answer : workers.invokeAll(calls)) {
        for (String refusal : answer.get()) {
          counts[refusal.isEmpty() ? 0 : 1]++;
          if (!refusal.isEmpty()) {
            report.accept(refusal);
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

  private static List<List<LinkBlockRequest>> slices(List<LinkBlockRequest> orders) {
    List<List<LinkBlockRequest>> slices = new ArrayList<>();
    long last = -1;
    for (LinkBlockRequest order : orders) {
      long directory = order.id() / SLICE;
      if (slices.isEmpty() || directory != last) {
        slices.add(new ArrayList<>());
      }
      slices.get(slices.size() - 1).add(order);
      last = directory;
    }
    return slices;
  }

  private List<String> refusals(List<LinkBlockRequest> slice) {
    DirectoryNameCache there = new DirectoryNameCache();
    return slice.stream().map(order -> refusal(order, there)).toList();
  }

  private String refusal(LinkBlockRequest order, DirectoryNameCache there) {
    try {
      link(order, there);
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void link(LinkBlockRequest order, DirectoryNameCache there) throws IOException {
    LinkedBlock object = order.link();
    LinkFiles files =
        LinkFiles.of(
            volumes.choose(order.id()),
            order.pool(),
            new Block(order.id(), object.length(), order.stamp()));
    LinkMetadata mark = sources.createMetadata(object, way.checksums() == ChecksumMode.EAGER);
    Optional<Path> target =
        way.links() == LinkType.SYMLINK
            ? PlainFile.of(sources.store(object.store()), object)
            : Optional.empty();
    BlockFile file = LinkedReplicas.blockFile(object, target);
    LinkMetadata wanted = mark.withSymbolic(target.isPresent());
    if (files.isFree(there)) {
      files.makeFree(writer, wanted, file);
    } else if (!isLinked(files, wanted, file)) {
      try (LinkFiles.Draft sums = files.draft()) {
        writer.write(sums.path(), wanted);
        files.place(sums, wanted, file);
      }
    }
  }

  private static boolean isLinked(LinkFiles files, LinkMetadata wanted, BlockFile file)
      throws IOException {
    if (LinkMetadata.read(files.checksums()).isEmpty()
        && Files.exists(files.data(), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("'" + files.data() + "' is an ordinary block; it stays as it is");
    }
    return files.isMadeOf(wanted, file);
  }

  @Override
  public void close() throws IOException {
    workers.shutdownNow();
    try (volumes) {
      sources.close();
    }
  }
}
