// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReadFailureTest {

  private static final String SPLIT = ReadFailure.name("/in/f3.gz", 10, 50);

  @Test
  void theSplitIsNamedByAnExceptionOfTheSameClass() {
    EOFException named = ReadFailure.in(SPLIT, new EOFException("Unexpected end"));

    assertThat(named)
        .isExactlyInstanceOf(EOFException.class)
        .hasMessage("Unexpected end, while '/in/f3.gz', bytes 10 to 60, was read")
        .hasNoCause();
  }

  @Test
  void theInnermostReasonIsKept() {
    IOException named =
        ReadFailure.in(SPLIT, new IOException("no block", new IOException("host is down")));

    assertThat(named)
        .hasMessage("no block: host is down, while '/in/f3.gz', bytes 10 to 60, was read");
  }

  @Test
  void whatCannotBeMadeOfAMessageStaysAsItIs() {
    IOException own = new IOException("as it is") {};

    assertThat(ReadFailure.in(SPLIT, own)).isSameAs(own);
  }
}
