// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.Console;
import io.situ.cli.context.GlobalOptions;
import java.io.OutputStream;

/** Options of a command whose standard output is thrown away. */
final class SilentOptions extends GlobalOptions {

  SilentOptions() {
    super(new Console(OutputStream.nullOutputStream(), false));
  }

  /** Sets a key as {@code -D} does, and returns these options. */
  SilentOptions with(String key, String value) {
    given().put(key, value);
    return this;
  }
}
