package io.situ.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reason of a failure as Hadoop wrote it to its log: the innermost exception of the last trace.
 *
 * @param exception its simple class name
 */
record LogCause(String exception, String message) {

  /** The first line of a trace, or a cause of it, with a message. */
  private static final Pattern LINE =
      Pattern.compile("^(?:Caused by: )?((?:[a-z]\\w*\\.)+)(\\w+(?:Exception|Error)): (.*)$");

  private static final int LONGEST = 8 << 20;

  static Optional<LogCause> last(Path log) throws IOException {
    if (!Files.exists(log) || Files.size(log) > LONGEST) {
      return Optional.empty();
    }
    LogCause last = null;
    for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        last = new LogCause(matcher.group(2), matcher.group(3).strip());
      }
    }
    return Optional.ofNullable(last);
  }

  Exit exit() {
    return switch (exception) {
      case "AccessControlException", "AccessDeniedException" -> Exit.PERMISSION;
      case "FileNotFoundException", "NoSuchFileException", "FileAlreadyExistsException" ->
          Exit.BAD_INPUT;
      default -> Exit.FAILED;
    };
  }

  String sentence() {
    String text = message.replaceFirst("^(?:[a-z]\\w*\\.)+\\w+: ", "");
    return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
