// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code pvfs2-viewdist} writes of one file. It counts its datafiles, so that a text
 * which is cut off is distinguished from one of a file with fewer.
 */
final class ViewdistParser {

  /** It shows no more than these, and does not say that there are more. */
  private static final int MAX_SHOWN = 256;

  private static final Pattern NAME = Pattern.compile("dist_name = (\\S+)");
  private static final Pattern STRIP = Pattern.compile("strip_size:([0-9]{1,19})");
  private static final Pattern COUNT =
      Pattern.compile("Number of datafiles/servers = ([0-9]{1,4})");
  private static final Pattern DATAFILE =
      Pattern.compile("Datafile ([0-9]{1,4}) - (\\S+), handle: [0-9]+ \\([0-9a-f]+\\.bstream\\)");

  private String name = "";
  private long strip;
  private int count = -1;
  private final List<String> servers = new ArrayList<>();

  private ViewdistParser() {}

  /**
   * The layout; a server's name is its first address.
   *
   * @throws OrangeFsLayoutException if it is cut off, contradicts itself, or the distribution is
   *     unknown
   */
  static OrangeFsLayout parse(List<String> lines) throws OrangeFsLayoutException {
    ViewdistParser reported = new ViewdistParser();
    for (String line : lines) {
      reported.read(line.strip());
    }
    if (reported.name.isEmpty()
        || reported.count <= 0
        || reported.servers.size() != reported.count) {
      throw new OrangeFsLayoutException("pvfs2-viewdist's answer is cut off");
    }
    if (reported.count >= MAX_SHOWN) {
      throw new OrangeFsLayoutException(
          "pvfs2-viewdist does not show files of 256 datafiles and more");
    }
    return new OrangeFsLayout(Distribution.named(reported.name, reported.strip), reported.servers);
  }

  private void read(String line) throws OrangeFsLayoutException {
    Matcher datafile = DATAFILE.matcher(line);
    if (datafile.matches()) {
      if (Integer.parseInt(datafile.group(1)) != servers.size()) {
        throw new OrangeFsLayoutException("pvfs2-viewdist's datafiles are out of order");
      }
      servers.add(datafile.group(2));
      return;
    }
    Matcher found = NAME.matcher(line);
    if (found.matches()) {
      name = found.group(1);
    } else if ((found = STRIP.matcher(line)).matches()) {
      strip = bytes(found.group(1));
    } else if ((found = COUNT.matcher(line)).matches()) {
      count = Integer.parseInt(found.group(1));
    }
  }

  private static long bytes(String digits) throws OrangeFsLayoutException {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new OrangeFsLayoutException("its strips have " + digits + " bytes");
    }
  }
}
