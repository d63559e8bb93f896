// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A paper whose measurements are repeated, the small end of each of its grids, or a question of
 * Situ's own.
 *
 * @param number that of the paper among those that Situ goes back to, such as {@code 000}, or a
 *     name
 */
record Paper(String number, String title, List<Measurement> measurements) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of them, as {@code papers.json} describes them. */
  static List<Paper> all() throws IOException {
    try (InputStream in = Paper.class.getResourceAsStream("papers.json")) {
      return List.of(JSON.readValue(in, Paper[].class));
    }
  }
}
