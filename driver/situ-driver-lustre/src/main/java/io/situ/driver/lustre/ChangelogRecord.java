// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@code lfs changelog}, of Lustre 2.0 and later: {@code NUMBER TYPE TIME DATE FLAGS
 * t=[TARGET]}, words such as {@code j=JOB}, and for what concerns a name {@code p=[PARENT] NAME},
 * in renames followed by {@code s=[OBJECT] sp=[OLD PARENT] OLD NAME}. A job or a name may hold
 * almost anything, so that a line can have two meanings: then what either says has changed.
 *
 * @param number counts the records of one metadata target
 * @param changes what it says has changed, by identities, which are inode numbers
 */
record ChangelogRecord(long number, List<Change> changes) {

  /** The log was switched on or off: what happened in between is not in it. */
  private static final int MARK = 0;

  private static final int RENAME = 8;
  private static final int MIGRATE = 20;

  /** OPEN, ATIME, GXATR and NOPEN: nothing has changed that anybody remembers. */
  private static final Set<Integer> LOOKS = Set.of(10, 19, 23, 24);

  /** CLOSE, LYOUT, TRUNC, HSM, MTIME, CTIME, FLRW and RESYNC: an object has, its names have not. */
  private static final Set<Integer> WRITES = Set.of(11, 12, 13, 16, 17, 18, 21, 22);

  /** SATTR and XATTR: also what may be seen below a directory. */
  private static final Set<Integer> RIGHTS = Set.of(14, 15);

  /** CREAT, MKDIR, HLINK, SLINK, MKNOD, UNLNK, RMDIR, RENME, RNMTO, MIGRT. */
  private static final Set<Integer> NAMES = Set.of(1, 2, 3, 4, 5, 6, 7, RENAME, 9, MIGRATE);

  private static final Pattern LINE =
      Pattern.compile(
          "([0-9]{1,18}) ([0-9]{2})[A-Z][A-Z0-9_]* +[0-9:.]+ [0-9.]+ 0x[0-9a-f]+ t="
              + Fid.PATTERN
              + "(?<rest>(?: .*)?)",
          Pattern.DOTALL);

  private static final Pattern PARENT = Pattern.compile(" p=" + Fid.PATTERN + " ");
  private static final Pattern MOVED =
      Pattern.compile(" s=" + Fid.PATTERN + " sp=" + Fid.PATTERN + " ");

  ChangelogRecord {
    changes = List.copyOf(changes);
  }

  /**
   * Reads a line without its end.
   *
   * @throws ChangelogException if it is no record, or shows that the log has a gap
   */
  static ChangelogRecord parse(byte[] line) throws ChangelogException {
    Matcher matcher = LINE.matcher(StorePath.decode(line));
    if (!matcher.matches()) {
      throw unreadable(line);
    }
    try {
      int type = Integer.parseInt(matcher.group(2));
      Fid target = fid(matcher, 3);
      List<Change> changes = changes(type, target, matcher.group("rest"));
      return new ChangelogRecord(Long.parseLong(matcher.group(1)), changes);
    } catch (IllegalArgumentException e) {
      throw unreadable(line);
    }
  }

  private static Fid fid(Matcher matcher, int group) {
    return Fid.of(matcher.group(group), matcher.group(group + 1), matcher.group(group + 2));
  }

  private static ChangelogException unreadable(byte[] line) {
    String text = StorePath.decode(line, 0, Math.min(line.length, 120)).replaceAll("\\p{C}", "?");
    return new ChangelogException("a line is no record of a changelog: '" + text + "'");
  }

  /** What a record of a type that is not known says is taken to mean as much as it can. */
  private static List<Change> changes(int type, Fid target, String rest) throws ChangelogException {
    List<Change> changes = new ArrayList<>();
    if (type == MARK) {
      throw new ChangelogException("it was switched on or off");
    }
    if (LOOKS.contains(type)) {
      return changes;
    }
    if (!target.isZero()) {
      boolean known = WRITES.contains(type) || NAMES.contains(type);
      changes.add(of(target, StorePath.ROOT, known ? Scope.OBJECT : Scope.TREE));
    }
    if (!WRITES.contains(type) && !RIGHTS.contains(type)) {
      addNames(changes, type, rest);
    }
    return changes;
  }

  private static void addNames(List<Change> changes, int type, String rest) {
    boolean plain = NAMES.contains(type) && type != RENAME && type != MIGRATE;
    boolean moved = false;
    Matcher parent = PARENT.matcher(rest);
    boolean named = parent.find();
    for (boolean more = named; more; more = parent.find(parent.start() + 1)) {
      String text = rest.substring(parent.end());
      boolean moves = !plain && addMoves(changes, fid(parent, 1), text);
      if (type != RENAME || !moves) {
        changes.add(of(fid(parent, 1), StorePath.ROOT.child(text), Scope.TREE));
      }
      moved |= moves;
    }
    if (!named && NAMES.contains(type) || type == RENAME && !moved && rest.contains(" sp=[")) {
      throw new IllegalArgumentException("a name is missing");
    }
  }

  /** Whether the text has a new name and an old one. */
  private static boolean addMoves(List<Change> changes, Fid parent, String text) {
    Matcher old = MOVED.matcher(text);
    boolean any = old.find();
    for (boolean more = any; more; more = old.find(old.start() + 1)) {
      String from = text.substring(old.end());
      changes.add(of(parent, StorePath.ROOT.child(text.substring(0, old.start())), Scope.TREE));
      changes.add(of(fid(old, 1), StorePath.ROOT, Scope.TREE));
      changes.add(of(fid(old, 4), StorePath.ROOT.child(from), Scope.TREE));
    }
    return any;
  }

  private static Change of(Fid object, StorePath path, Scope scope) {
    return Change.within(object.inode(), path, scope);
  }
}
