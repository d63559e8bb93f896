// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The files of a job's lease in an output directory.
 *
 * <pre>
 *   OUT                              has the lease's id in the attribute user.situ.lease
 *   OUT/_temporary/_situ_claim       the lease, created exclusively
 *   OUT/_temporary/_situ_claim-ID    the fence of the lease with this id, rwx------
 * </pre>
 *
 * <p>What lies in the output directory is removed by a rename into the fence. The id is unique, so
 * the rename fails if the directory that is at OUT at that moment is not the one the lease was
 * taken in, however long ago that was checked. Only the fence's content is ever deleted ({@link
 * LeaseFence}).
 *
 * <p>Thread-safe.
 *
 * @param user the calling user's name, as the store gives it for the owner of an object
 * @param mode permission bits of directories that are made
 */
record LeaseFiles(Store store, StorePath output, String user, int mode) {

  private static final String FENCE_PREFIX = LeaseRecord.FILE + "-";
  static final int FENCE_MODE = 0700;
  private static final int LEASE_MODE = 0644;
  private static final int OTHERS = 077;
  private static final int OTHERS_WRITE = 022;
  private static final int ALL_WRITE = 02;
  private static final int STICKY = 01000;

  StorePath pending() {
    return output.child(LeaseRecord.PENDING);
  }

  StorePath lease() {
    return pending().child(LeaseRecord.FILE);
  }

  LeaseFence fence(LeaseRecord claim) {
    return new LeaseFence(this, pending().child(FENCE_PREFIX + claim.id()));
  }

  /** Returns what is at a path, links not followed; empty if nothing is. */
  Optional<StoreObject> stat(StorePath path) throws StoreException {
    try {
      return Optional.of(store.stat(path, false));
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns the entries of a directory; none if there is no directory. */
  List<StoreObject> list(StorePath directory) throws StoreException {
    List<StoreObject> entries = new ArrayList<>();
    try (Listing listing = store.list(directory, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        entries.add(next);
      }
    } catch (StoreException e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    return entries;
  }

  /** A lease that was found, which may be forged. */
  record Found(StoreObject file, Optional<LeaseRecord> claim) {}

  /**
   * Returns the lease in the output directory, also one whose removal was interrupted; empty if
   * there is none.
   */
  Optional<Found> find() throws StoreException {
    if (!stat(pending()).filter(StoreObject::isDirectory).isPresent()) {
      return Optional.empty();
    }
    Optional<Found> found = read(lease());
    if (found.isPresent()) {
      return found;
    }
    for (StoreObject entry : list(pending())) {
      if (isFence(entry)) {
        Optional<Found> left = read(entry.path().child(LeaseRecord.FILE));
        if (left.isPresent()) {
          return left;
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isFence(StoreObject entry) {
    return entry.path().name().startsWith(FENCE_PREFIX) && entry.isDirectory();
  }

  private Optional<Found> read(StorePath file) throws StoreException {
    try {
      StoreObject object = store.stat(file, false);
      return Optional.of(new Found(object, object.isFile() ? parse(file) : Optional.empty()));
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == Kind.PERMISSION_DENIED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Optional<LeaseRecord> parse(StorePath file) throws StoreException {
    try (ReadHandle handle = store.open(file, ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocate(LeaseRecord.LONGEST);
      int length = Math.max(0, handle.read(0, buffer));
      return LeaseRecord.parse(new String(buffer.array(), 0, length, StandardCharsets.UTF_8));
    }
  }

  /** Returns whether the lease in the output directory is this one. */
  boolean isHeldBy(LeaseRecord claim) throws StoreException {
    return find().flatMap(Found::claim).filter(claim::isSame).isPresent();
  }

  /**
   * Returns whether the store's own records of owners and permissions prove that the calling user
   * took this lease in the pending directory that is there: a text alone proves nothing.
   */
  boolean isProven(LeaseRecord claim) throws StoreException {
    Optional<Found> found = find();
    return found.flatMap(Found::claim).filter(claim::isSame).isPresent()
        && isOwn(found.get().file(), OTHERS_WRITE)
        && stat(fence(claim).place())
            .filter(fence -> fence.isDirectory() && isOwn(fence, OTHERS))
            .isPresent()
        && stat(pending()).filter(LeaseFiles::isProtected).isPresent();
  }

  boolean isOwnDirectory(StoreObject object) {
    return object.isDirectory() && isOwn(object, 0);
  }

  private boolean isOwn(StoreObject object, int refused) {
    Attributes attributes = object.attributes();
    return attributes.owner().equals(user) && (attributes.mode() & refused) == 0;
  }

  /** Members of a directory's group may remove what is in it, as the directory's owner decided. */
  private static boolean isProtected(StoreObject directory) {
    int bits = directory.attributes().mode();
    return directory.isDirectory() && ((bits & ALL_WRITE) == 0 || (bits & STICKY) != 0);
  }

  /**
   * Returns whether the directory at the output's path is the one that was made with this lease.
   */
  boolean isMadeBy(LeaseRecord claim) throws StoreException {
    Optional<StoreObject> there = stat(output);
    return there.isPresent()
        && isProtected(there.get())
        && isOwn(there.get(), 0)
        && tag().id().map(claim.id()::equals).orElse(!tag().isPossible());
  }

  LeaseTag tag() {
    return new LeaseTag(store, output);
  }

  /** Creates the lease and its fence in a new directory that has none. */
  void createIn(StorePath directory, LeaseRecord claim) throws StoreException {
    LeaseFiles there = new LeaseFiles(store, directory, user, mode);
    store.mkdir(there.pending(), mode);
    store.mkdir(there.fence(claim).place(), FENCE_MODE);
    there.createLease(claim);
  }

  private void createLease(LeaseRecord claim) throws StoreException {
    StoreFiles.writeAll(
        store,
        lease(),
        ByteBuffer.wrap(claim.text().getBytes(StandardCharsets.UTF_8)),
        new WriteHandle.Options(false, LEASE_MODE));
  }

  /**
   * Takes the lease in the output directory, which is there, with its pending directory. Fences of
   * earlier leases go first: none of their holders can remove anything from then on.
   *
   * @throws StoreException {@code ALREADY_EXISTS} if another job has the lease; {@code NOT_FOUND}
   *     if a directory vanished meanwhile
   */
  void acquire(LeaseRecord claim) throws StoreException {
    if (isHeldBy(claim)) {
      return;
    }
    LeaseFence fence = fence(claim);
    ignoring(() -> store.mkdir(fence.place(), FENCE_MODE), Kind.ALREADY_EXISTS);
    try {
      if (find().isPresent()) {
        throw new StoreException(Kind.ALREADY_EXISTS, lease(), "another job has the lease");
      }
      for (StoreObject entry : list(pending())) {
        if (isFence(entry) && !entry.path().equals(fence.place())) {
          fence.takeFence(entry.path());
        }
      }
      createLease(claim);
    } catch (StoreException e) {
      try {
        fence.delete();
      } catch (StoreException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /** Deletes what was moved into the fence, then the lease, then the fence. */
  void remove(LeaseRecord claim) throws StoreException {
    LeaseFence fence = fence(claim);
    fence.deleteContent();
    fence.takeLease();
    fence.delete();
    deleteIfEmpty(pending());
  }

  /** Whether it has a name that jobs give, or is a directory in which all that is has. */
  boolean isOfJobsOnly(StoreObject entry) throws StoreException {
    return LeaseRecord.isNameOfJobs(entry.path().name())
        || entry.isDirectory() && holdsOnlyJobFiles(entry.path());
  }

  /** A directory that the calling user may not list is not a job's. */
  boolean holdsOnlyJobFiles(StorePath directory) throws StoreException {
    try {
      for (StoreObject entry : list(directory)) {
        if (!isOfJobsOnly(entry)) {
          return false;
        }
      }
      return true;
    } catch (StoreException e) {
      if (e.kind() == Kind.PERMISSION_DENIED) {
        return false;
      }
      throw e;
    }
  }

  void deleteIfEmpty(StorePath directory) throws StoreException {
    ignoring(() -> store.delete(directory), Kind.NOT_EMPTY, Kind.NOT_A_DIRECTORY);
  }

  /** A call that may be refused. */
  interface Action {
    void run() throws StoreException;
  }

  static void ignoring(Action action, Kind... kinds) throws StoreException {
    try {
      action.run();
    } catch (StoreException e) {
      if (!Arrays.asList(kinds).contains(e.kind())) {
        throw e;
      }
    }
  }
}
