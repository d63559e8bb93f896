// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.util.List;

/**
 * What is known of a file.
 *
 * @param pieces which hosts hold which bytes, without gaps; empty if that could not be found out
 * @param groups what is asked of its row groups, in the order of their bytes; empty if it has none,
 *     or if they need not be known or are not
 */
public record FileFacts(List<Piece> pieces, List<FooterLayout.Asked> groups) {

  static final FileFacts NONE = new FileFacts(List.of(), List.of());

  public FileFacts {
    pieces = List.copyOf(pieces);
    groups = List.copyOf(groups);
  }
}
