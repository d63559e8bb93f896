package io.situ.cli;

import io.situ.inventory.Inventory;
import io.situ.inventory.Rows;
import io.situ.inventory.Snapshot;
import io.situ.storage.Listing;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * What is attached: everything below a directory of a store as it is now, or as an inventory has
 * it.
 *
 * @param store the store's name
 * @param objects what is below the root, a directory before what is in it
 */
record AttachSource(String store, StorePath root, Objects objects) implements AutoCloseable {

  /** Opens what a word on the command line means. */
  static AttachSource open(Situ situ, Stores stores, String word, ScanProgress progress)
      throws IOException {
    if (Files.isRegularFile(Path.of(word).resolve("CURRENT"))) {
      Snapshot snapshot = Inventory.open(Path.of(word)).snapshot();
      StorePath root = snapshot.manifest().origin().root();
      Rows rows = snapshot.rows();
      return of(
          snapshot.manifest().origin().store(),
          root,
          new Objects(() -> object(rows, root), rows, progress));
    }
    Place place = situ.place(word);
    Listing listing =
        stores.at(place).list(place.path(), Listing.Options.RECURSIVE.withPlacement());
    return of(place.store(), place.path(), new Objects(listing::next, listing, progress));
  }

  private static AttachSource of(String store, StorePath root, Objects objects) {
    if (store.isEmpty()) {
      throw Problem.usage(
          "DataNodes must know the store by a name: write situ://STORE/path and describe the store"
              + " by fs.situ.store.STORE.*, here and in the DataNodes' configuration");
    }
    return new AttachSource(store, root, objects);
  }

  private static StoreObject object(Rows rows, StorePath root) throws IOException {
    for (var row = rows.next(); row != null; row = rows.next()) {
      if (!row.object().path().equals(root)) {
        return row.object();
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }

  /** One after the other, told to the terminal as they go by. */
  static final class Objects implements Iterator<StoreObject>, AutoCloseable {

    private final Source source;
    private final AutoCloseable open;
    private final ScanProgress progress;
    private StoreObject ahead;
    private long count;
    private long bytes;

    interface Source {
      /** The next one, null at the end. */
      StoreObject next() throws IOException;
    }

    Objects(Source source, AutoCloseable open, ScanProgress progress) {
      this.source = source;
      this.open = open;
      this.progress = progress;
    }

    @Override
    public boolean hasNext() {
      if (ahead == null) {
        try {
          ahead = source.next();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return ahead != null;
    }

    @Override
    public StoreObject next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      StoreObject object = ahead;
      ahead = null;
      count++;
      bytes += object.size();
      progress.at(count, bytes, object.path());
      return object;
    }

    @Override
    public void close() throws IOException {
      progress.end();
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
