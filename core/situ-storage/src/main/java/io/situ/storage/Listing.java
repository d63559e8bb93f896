// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A running listing. Not thread-safe. It holds resources of the store until it is read to its end
 * or closed.
 */
public interface Listing extends AutoCloseable {

  /** The most extents that a listed file has: many files are listed at once. */
  int MAX_EXTENTS = 1_024;

  /** A piece of a file is seldom shorter, in bytes. */
  long USUAL_PIECE = 1 << 16;

  /** Returns a listed file with its placement, or as it is if that has too many extents. */
  static StoreObject placed(StoreObject file, List<Extent> extents) {
    return extents.size() > MAX_EXTENTS ? file : file.withExtents(extents);
  }

  /**
   * Returns whether a file that was listed with placement may have been left without it for having
   * too many extents: {@link Store#placement} reports more of it.
   */
  static boolean mayHaveMore(StoreObject listed) {
    return listed.isFile()
        && listed.extents().isEmpty()
        && listed.size() >= MAX_EXTENTS * USUAL_PIECE;
  }

  /**
   * Returns the next object, or null at the end. After null, an exception or {@link #close} every
   * further call says null.
   *
   * @throws StoreException as {@link Store#list} says, found late
   */
  StoreObject next() throws StoreException;

  /** Ends the listing early. Never fails; closing twice does nothing. */
  @Override
  void close();

  /**
   * How to list.
   *
   * @param recursive everything below, not only the directory's own entries
   * @param followLinks describe what a symbolic link leads to, under the link's own path; a link
   *     that is at fault itself ({@link StoreException#isFaultOfLink}) is described itself, and any
   *     other failure to follow it ends the listing; where the listed directory's own path has so
   *     many links that none further may be followed, the listing ends with {@code LINK_LOOP}
   * @param placement fill in {@link StoreObject#extents} where they can be had: a placement that
   *     fails leaves them empty and never fails the listing; {@link Store#placement} says why. A
   *     file of more than {@link #MAX_EXTENTS} has none either, see {@link #mayHaveMore}
   * @param scan whether it is one of the many listings of a scan, in a process that does little
   *     else: a store may use what costs much to begin, or what a job's process must not load. What
   *     is reported is the same
   * @param linkFreeBelow a directory at or above the listed one: its own path is followed as any,
   *     and below it no symbolic link is on the way to the listed directory, nor in its place. For
   *     a directory that a listing named: where a link is there now, it was exchanged since, and
   *     listing it fails with {@code CHANGED}
   * @param held what the walk that this listing belongs to holds; a store that has no use for it
   *     lists as well
   */
  record Options(
      boolean recursive,
      boolean followLinks,
      boolean placement,
      boolean scan,
      Optional<StorePath> linkFreeBelow,
      Optional<HeldDirectories> held) {

    /** The directory's own entries, links as links, no placement. */
    public static final Options FLAT =
        new Options(false, false, false, false, Optional.empty(), Optional.empty());

    /** Everything below, links as links, no placement. */
    public static final Options RECURSIVE =
        new Options(true, false, false, false, Optional.empty(), Optional.empty());

    public Options {
      Objects.requireNonNull(linkFreeBelow, "linkFreeBelow");
      Objects.requireNonNull(held, "held");
    }

    /** Returns the same with placement, see {@link #placement}. */
    public Options withPlacement() {
      return new Options(recursive, followLinks, true, scan, linkFreeBelow, held);
    }

    /** Returns the same with what links lead to, see {@link #followLinks}. */
    public Options withFollowLinks() {
      return new Options(recursive, true, placement, scan, linkFreeBelow, held);
    }

    /** Returns the same as a part of a scan, see {@link #scan}. */
    public Options withScan() {
      return new Options(recursive, followLinks, placement, true, linkFreeBelow, held);
    }

    /** Follows no symbolic link below {@code top}, see {@link #linkFreeBelow}. */
    public Options withoutLinksBelow(StorePath top) {
      return new Options(recursive, followLinks, placement, scan, Optional.of(top), held);
    }

    /** Lists as a part of a walk, see {@link #held}. */
    public Options withHeld(HeldDirectories directories) {
      return new Options(
          recursive, followLinks, placement, scan, linkFreeBelow, Optional.of(directories));
    }

    /** Returns the same for everything below the directory, or its own entries only. */
    public Options withRecursive(boolean everything) {
      return new Options(everything, followLinks, placement, scan, linkFreeBelow, held);
    }
  }
}
