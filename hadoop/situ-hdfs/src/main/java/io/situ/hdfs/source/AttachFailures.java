// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.ipc.RemoteException;

/** Objects of a batch that could not be attached, and why. Thread-safe. */
public final class AttachFailures {

  /** What a store says of one object, which says nothing of the others. */
  private static final Set<StoreException.Kind> OF_ONE =
      Set.of(
          StoreException.Kind.CHANGED,
          StoreException.Kind.NOT_FOUND,
          StoreException.Kind.NOT_A_DIRECTORY,
          StoreException.Kind.IS_A_DIRECTORY,
          StoreException.Kind.PERMISSION_DENIED,
          StoreException.Kind.LINK_LOOP,
          StoreException.Kind.OUTSIDE_ROOT,
          StoreException.Kind.AWAY,
          StoreException.Kind.FAILED);

  /** What HDFS says of one path, which says nothing of the others. */
  private static final Set<String> OF_ONE_PATH =
      Set.of(
          "org.apache.hadoop.fs.InvalidPathException",
          "org.apache.hadoop.HadoopIllegalArgumentException",
          "org.apache.hadoop.hdfs.protocol.FSLimitException$PathComponentTooLongException",
          "org.apache.hadoop.hdfs.protocol.FSLimitException$MaxDirectoryItemsExceededException",
          "org.apache.hadoop.fs.FileAlreadyExistsException",
          "org.apache.hadoop.fs.ParentNotDirectoryException",
          "java.io.FileNotFoundException");

  private record Failure(IOException reason, Set<String> refusing) {}

  private final Map<AttachItem, Failure> all = new ConcurrentHashMap<>();

  /** A step for one object. */
  public interface Step<T> {
    T run() throws IOException;
  }

  /**
   * Runs a step; notes it as failed if the object, or its path, is the reason.
   *
   * @return null if it failed
   * @throws IOException for any other reason
   */
  public <T> T note(AttachItem source, Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (IOException e) {
      if (!isOfOne(e)) {
        throw e;
      }
      all.put(source, new Failure(e, Set.of()));
      return null;
    }
  }

  public static boolean isOfOne(IOException e) {
    if (e instanceof RemoteException remote) {
      return OF_ONE_PATH.contains(remote.getClassName());
    }
    return e instanceof StoreException store && OF_ONE.contains(store.kind());
  }

  /**
   * Notes an object of which DataNodes did not link a block.
   *
   * @param hosts of those DataNodes
   */
  public void add(AttachItem source, StoreException failure, Set<String> hosts) {
    all.put(source, new Failure(failure, hosts));
  }

  public boolean contains(AttachItem source) {
    return all.containsKey(source);
  }

  /** Why one of {@link #sources} failed. */
  public IOException of(AttachItem source) {
    return all.get(source).reason();
  }

  /**
   * The hosts of the DataNodes that did not link a block of one of {@link #sources}; none if that
   * is not the reason.
   */
  public Set<String> refusing(AttachItem source) {
    return all.get(source).refusing();
  }

  /** Those of the objects that have not failed. */
  List<AttachItem> without(Collection<AttachItem> sources) {
    return sources.stream().filter(source -> !contains(source)).toList();
  }

  public List<AttachItem> sources() {
    return new ArrayList<>(all.keySet());
  }
}
