package io.situ.cli;

import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An output directory that a run of this host was killed while it wrote. It still holds that run's
 * claim and nothing that did not come from a job.
 */
final class Leftovers {

  private static final String PENDING = "_temporary";
  private static final String CLAIM = "_situ_claim";
  private static final int LONGEST_CLAIM = 4096;

  private final Store store;
  private final StorePath output;

  Leftovers(Store store, StorePath output) {
    this.store = store;
    this.output = output;
  }

  boolean exist() throws StoreException {
    try {
      store.stat(output, false);
      return true;
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Deletes the directory if it is what a killed local run left. Says whether it did. */
  boolean clean() throws StoreException {
    if (!claimedByTheDead() || !holdsOnlyJobFiles()) {
      return false;
    }
    delete(output);
    return true;
  }

  private boolean claimedByTheDead() throws StoreException {
    StorePath claim = output.child(PENDING).child(CLAIM);
    String[] lines;
    try (ReadHandle handle = store.open(claim, ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocate(LONGEST_CLAIM);
      int length = Math.max(0, handle.read(0, buffer));
      lines = new String(buffer.array(), 0, length, StandardCharsets.UTF_8).split("\n");
    } catch (StoreException e) {
      return false;
    }
    return lines.length == 3
        && lines[0].startsWith("job_local")
        && lines[1].equals(host())
        && lines[2].matches("\\d{1,10}")
        && ProcessHandle.of(Long.parseLong(lines[2])).isEmpty();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private boolean holdsOnlyJobFiles() throws StoreException {
    return list(output).stream()
        .map(StorePath::name)
        .allMatch(name -> name.startsWith("_") || name.startsWith("part-"));
  }

  private List<StorePath> list(StorePath directory) throws StoreException {
    List<StorePath> names = new ArrayList<>();
    try (Listing listing = store.list(directory, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        names.add(next.path());
      }
    }
    return names;
  }

  private void delete(StorePath path) throws StoreException {
    if (store.stat(path, false).isDirectory()) {
      for (StorePath child : list(path)) {
        delete(child);
      }
    }
    store.delete(path);
  }
}
