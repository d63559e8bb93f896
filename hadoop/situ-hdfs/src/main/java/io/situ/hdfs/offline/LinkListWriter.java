// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkList;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.local.LocalDirectories;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A list for each host of the blocks that it is to link. None can be carried out before the image
 * with these blocks is about to be there. Not thread-safe.
 */
final class LinkListWriter implements Closeable {

  private static final String SUFFIX = ".links";

  private final Path directory;
  private final List<String> any;
  private final Map<String, LinkList.Writer> open = new HashMap<>();
  private int next;

  /**
   * @param directory where they are made, one named {@code HOST.links} for each
   * @param any who links objects without known placement, in turn
   * @throws StoreException {@code ALREADY_EXISTS} if a list is there, which may be all that says
   *     which blocks an earlier attach has put into the image, or be of an attach that still runs
   */
  LinkListWriter(Path directory, List<String> any) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.any = List.copyOf(any);
    for (Path list : LocalDirectories.list(directory, "*" + SUFFIX)) {
      throw new StoreException(
          Kind.ALREADY_EXISTS,
          null,
          "'"
              + list
              + (isWithoutImage(list)
                  ? "' is the list of an attach that has not ended; if that was stopped, delete it,"
                  : "' is the list of an earlier attach; have 'situ link' carry it out on its host"
                      + " and move it away, or delete it if that attach was killed and no"
                      + " 'current' has got a newer fsimage_N,")
              + " or name another directory with --lists");
    }
  }

  /** One that cannot be read may have been given to the DataNode's user, to be carried out. */
  private static boolean isWithoutImage(Path list) {
    try {
      return LinkList.isWithoutImage(list);
    } catch (IOException e) {
      return false;
    }
  }

  void add(List<String> hosts, LinkBlockRequest order) throws IOException {
    if (hosts.isEmpty() && any.isEmpty()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          order.link().object(),
          "the store does not report its placement; name the DataNodes' hosts with --hosts");
    }
    List<String> those =
        hosts.isEmpty() ? List.of(any.get(Math.floorMod(next++, any.size()))) : hosts;
    for (String host : those) {
      list(host).add(order);
    }
  }

  private LinkList.Writer list(String host) throws IOException {
    LinkList.Writer list = open.get(host);
    if (list == null) {
      if (!host.matches("[A-Za-z0-9._-]+")) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT, null, "'" + host + "' is no name of a host");
      }
      list = new LinkList.Writer(directory.resolve(host + SUFFIX));
      open.put(host, list);
    }
    return list;
  }

  /** Says that all are whole. They are on the disk when this returns. */
  void end() throws IOException {
    for (LinkList.Writer list : open.values()) {
      list.end();
    }
  }

  /** Says that the image is about to be there: from now on they can be carried out. */
  void publish() throws IOException {
    for (LinkList.Writer list : open.values()) {
      list.publish();
    }
  }

  /** Deletes the lists: their blocks are not in the image. */
  void discard() throws IOException {
    for (String host : open.keySet()) {
      Files.deleteIfExists(directory.resolve(host + SUFFIX));
    }
  }

  @Override
  public void close() throws IOException {
    for (LinkList.Writer list : open.values()) {
      list.close();
    }
  }
}
