// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import io.situ.hadoop.fs.ReplacementCheck;
import io.situ.hadoop.fs.ReplacementCheck.Replaceable;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Refuses a directory for shuffle data where other users could replace what is created in it. */
final class DirectoryOwners {

  private DirectoryOwners() {}

  /**
   * Checks a directory and all that are above it.
   *
   * @param user who creates something in it
   * @throws IOException in one sentence, if others could replace that, or if it is not known
   */
  static void requireSafe(FileSystem files, Path directory, String user) throws IOException {
    Optional<Replaceable> found;
    try {
      found = ReplacementCheck.find(files, directory, Set.of(user));
    } catch (IOException e) {
      throw refused(
          directory,
          "whether other users could replace an application's directory is not known, because "
              + e.getMessage()
              + "; ",
          e);
    }
    if (found.isPresent()) {
      throw refused(directory, reason(found.get(), user), null);
    }
  }

  /** Returns what is wrong and what to do, before the way out that is always there. */
  private static String reason(Replaceable found, String user) {
    String what = found.last() ? "it" : "'" + found.path() + "' on the way to it";
    String superuser = found.superuser();
    return found
        .owner()
        .map(
            owner ->
                what
                    + " belongs to user "
                    + owner
                    + ", who could replace an application's directory; give it to "
                    + (user.equals(superuser) ? user : superuser + " or to " + user)
                    + ", or ")
        .orElse(
            "other users may write to "
                + what
                + ", so they could replace an application's directory; set its sticky bit (chmod"
                + " +t), take their write permission, or ");
  }

  private static IOException refused(Path directory, String reason, IOException cause) {
    return new IOException(
        "shuffle data cannot go to '"
            + directory
            + "': "
            + reason
            + "choose another spark.situ.shuffle.dir",
        cause);
  }
}
