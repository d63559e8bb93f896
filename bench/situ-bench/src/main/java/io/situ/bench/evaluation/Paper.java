// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * A paper whose measurements are repeated, the small end of each of its grids, or a question of
 * Situ's own.
 *
 * @param number that of the paper among those that Situ goes back to, such as {@code 000}, or a
 *     name
 * @param citation authors, full title, where and when it was published; empty where it is no paper
 */
record Paper(String number, String title, String citation, List<Measurement> measurements) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** An absent citation is an empty one. */
  Paper {
    citation = Objects.requireNonNullElse(citation, "");
  }

  /** All of them, as {@code papers.json} describes them. */
  static List<Paper> all() throws IOException {
    try (InputStream in = Paper.class.getResourceAsStream("papers.json")) {
      return List.of(JSON.readValue(in, Paper[].class));
    }
  }
}
