// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * A figure that a paper gives, and what answers it here.
 *
 * @param paper the paper's {@link Paper#number}
 * @param subject what was measured
 * @param published the paper's figure, in words
 * @param answers figures of measurements; empty where nothing is measured
 * @param reason why nothing is measured, or what is not as in the paper; empty where nothing is to
 *     be said
 */
record Claim(String paper, String subject, String published, List<Answer> answers, String reason) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Absent answers are none, and an absent reason is an empty one. */
  Claim {
    answers = Objects.requireNonNullElse(answers, List.of());
    reason = Objects.requireNonNullElse(reason, "");
  }

  /**
   * Figures that several measurements may have.
   *
   * @param label what they are
   * @param in the measurements' names
   * @param table a part of the title of the table that has them; the first such table with figures,
   *     or with facts if one is asked for, is meant
   * @param arms the arms that have them
   * @param over the arm whose figure they are divided by; empty for the figures themselves
   * @param fact the row that has them, in a table of facts; empty in a table of figures
   */
  record Answer(
      String label, List<String> in, String table, List<String> arms, String over, String fact) {

    /** An absent arm to divide by, and an absent row, are empty. */
    Answer {
      over = Objects.requireNonNullElse(over, "");
      fact = Objects.requireNonNullElse(fact, "");
    }
  }

  /** All of them, as {@code claims.json} describes them. */
  static List<Claim> all() throws IOException {
    try (InputStream in = Claim.class.getResourceAsStream("claims.json")) {
      return List.of(JSON.readValue(in, Claim[].class));
    }
  }
}
