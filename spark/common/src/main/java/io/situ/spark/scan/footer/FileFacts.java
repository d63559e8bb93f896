// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a file.
 *
 * @param pieces which hosts hold which bytes, without gaps; empty if that could not be found out
 * @param layout its row groups; empty if it has none, or if they need not be known or are not
 */
public record FileFacts(List<Piece> pieces, Optional<FooterLayout> layout) {

  static final FileFacts NONE = new FileFacts(List.of(), Optional.empty());

  public FileFacts {
    pieces = List.copyOf(pieces);
  }
}
