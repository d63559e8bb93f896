// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason of a failure as Hadoop wrote it to its log: the innermost exception of the last trace.
 *
 * @param exception its simple class name, or the kind of a store's exception
 */
record RootCause(String exception, String message) {

  /** The first line of a trace, or a cause of it, with a message. */
  private static final Pattern LINE =
      Pattern.compile(
          "^(?:Caused by: )?(?:[a-z]\\w*\\.)+(\\w+(?:Exception|Error))(?: ([A-Z_]+))?: (.*)$");

  private static final Map<String, Kind> KINDS =
      Stream.of(Kind.values()).collect(Collectors.toMap(Kind::name, kind -> kind));

  private static final int LONGEST = 8 << 20;

  static Optional<RootCause> last(Path log) throws IOException {
    if (!Files.exists(log) || Files.size(log) > LONGEST) {
      return Optional.empty();
    }
    RootCause last = null;
    for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        String name = matcher.group(2) == null ? matcher.group(1) : matcher.group(2);
        last = new RootCause(name, matcher.group(3).strip());
      }
    }
    return Optional.ofNullable(last);
  }

  ExitCode exit() {
    return switch (exception) {
      case "AccessControlException", "AccessDeniedException" -> ExitCode.PERMISSION;
      case "FileNotFoundException", "NoSuchFileException", "FileAlreadyExistsException" ->
          ExitCode.BAD_INPUT;
      default ->
          KINDS.containsKey(exception) ? CliException.exit(KINDS.get(exception)) : ExitCode.FAILED;
    };
  }

  String sentence() {
    String text = message.replaceFirst("^(?:[a-z]\\w*\\.)+\\w+(?: [A-Z_]+)?: ", "");
    return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
