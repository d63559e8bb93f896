// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.rgw.s3.ListObjectsResult;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists a bucket as a tree. S3 reports keys in the order of their bytes, so all below a directory
 * comes together, and a directory is reported when its first key comes. What has no place in a tree
 * is left out, and a notice says so: keys with empty, {@code .} or {@code ..} names, and those
 * below an object whose key is a directory's name.
 */
final class RgwListing implements Listing {

  private static final Logger LOG = LoggerFactory.getLogger(RgwListing.class);
  private static final String SLASH = "/";

  private final S3Client client;
  private final StorePath directory;
  private final byte[] prefix;
  private final boolean recursive;
  private final Optional<RgwPlacement> placement;
  private final StoreWarnings notices;
  private final Deque<StoreObject> ready = new ArrayDeque<>();

  /** Files whose keys the present key begins with. */
  private final Deque<byte[]> beginnings = new ArrayDeque<>();

  private StorePath reached;
  private Optional<String> next = Optional.empty();
  private boolean any;

  /**
   * @param placement to fill in; empty where it is not wanted
   */
  RgwListing(
      S3Client client,
      StorePath directory,
      boolean recursive,
      Optional<RgwPlacement> placement,
      StoreWarnings notices)
      throws StoreException {
    this.client = client;
    this.directory = directory;
    this.prefix = S3Objects.prefix(directory);
    this.recursive = recursive;
    this.placement = placement;
    this.notices = notices;
    this.reached = directory;
    turn(Optional.empty());
  }

  /** Whether there is anything below the directory, or an object that stands for it. */
  boolean any() {
    return any;
  }

  private void turn(Optional<String> token) throws StoreException {
    Map<String, String> query = new HashMap<>();
    query.put("list-type", "2");
    query.put("encoding-type", "url");
    if (!recursive) {
      query.put("delimiter", SLASH);
    }
    token.ifPresent(text -> query.put("continuation-token", text));
    ListObjectsResult page = client.list(prefix, query, directory);
    if (token.isPresent() && token.equals(page.next())) {
      throw new StoreException(
          Kind.FAILED, directory, "RGW's answer: a page of a list says that it follows itself");
    }
    if (page.truncated() && page.next().isEmpty()) {
      throw new StoreException(
          Kind.UNSUPPORTED,
          directory,
          "the gateway lists the first "
              + (page.objects().size() + page.prefixes().size())
              + " keys only, because it does not know S3's ListObjectsV2, which newer RGWs do");
    }
    next = page.next();
    any |= !page.objects().isEmpty() || !page.prefixes().isEmpty();
    int file = 0;
    for (byte[] below : page.prefixes()) {
      while (file < page.objects().size()
          && Arrays.compareUnsigned(page.objects().get(file).key(), below) < 0) {
        add(page.objects().get(file++));
      }
      enter(below, below.length - 1);
    }
    while (file < page.objects().size()) {
      add(page.objects().get(file++));
    }
  }

  private void add(ListObjectsResult.Entry entry) {
    byte[] key = entry.key();
    int slash = key.length;
    while (slash > prefix.length && key[slash - 1] != '/') {
      slash--;
    }
    Optional<StorePath> parent = slash > prefix.length ? enter(key, slash - 1) : root(key);
    if (parent.isEmpty() || slash == key.length) {
      if (slash == key.length && entry.size() > 0) {
        note(key);
      }
      return;
    }
    try {
      StorePath path = parent.get().child(StorePath.decode(key, slash, key.length - slash));
      ready.add(S3Objects.file(path, entry.size(), entry.etag(), entry.modified()));
      beginnings.push(key);
    } catch (IllegalArgumentException e) {
      note(key);
    }
  }

  private Optional<StorePath> root(byte[] key) {
    leave(key);
    return Optional.of(directory);
  }

  private void leave(byte[] key) {
    while (!beginnings.isEmpty() && !begins(key, beginnings.peek())) {
      beginnings.pop();
    }
  }

  private static boolean begins(byte[] key, byte[] with) {
    return key.length >= with.length && Arrays.equals(key, 0, with.length, with, 0, with.length);
  }

  /**
   * Reports the directories of a key that were not reported yet.
   *
   * @param end of the key's part that names directories
   * @return the last of them; empty if they have no place in a tree
   */
  private Optional<StorePath> enter(byte[] key, int end) {
    leave(key);
    boolean hidden =
        beginnings.stream().anyMatch(file -> key.length > file.length && key[file.length] == '/');
    try {
      if (!hidden) {
        return Optional.of(emitDirectories(key, end));
      }
    } catch (IllegalArgumentException e) {
      LOG.debug("no path", e);
    }
    note(key);
    return Optional.empty();
  }

  private StorePath emitDirectories(byte[] key, int end) {
    StorePath here = directory;
    Deque<StoreObject> fresh = new ArrayDeque<>();
    int start = prefix.length;
    for (int i = start; i <= end; i++) {
      if (i == end || key[i] == '/') {
        here = here.child(StorePath.decode(key, start, i - start));
        if (!reached.startsWith(here)) {
          fresh.add(S3Objects.directory(here));
        }
        start = i + 1;
      }
    }
    reached = here;
    ready.addAll(fresh);
    return here;
  }

  private void note(byte[] key) {
    notices.note(
        "keys of bucket " + client.bucket() + " that are no paths are left out",
        "such as '" + StorePath.decode(key) + "'");
  }

  @Override
  public StoreObject next() throws StoreException {
    try {
      while (ready.isEmpty() && next.isPresent()) {
        turn(next);
      }
    } catch (StoreException e) {
      close();
      throw e;
    }
    StoreObject object = ready.poll();
    if (object == null || !object.isFile() || placement.isEmpty()) {
      return object;
    }
    return Listing.placed(object, placement.get().extents(object, 0, object.size()));
  }

  @Override
  public void close() {
    ready.clear();
    next = Optional.empty();
  }
}
