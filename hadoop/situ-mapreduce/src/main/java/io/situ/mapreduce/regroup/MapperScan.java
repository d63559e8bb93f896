package io.situ.mapreduce.regroup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Looks into a mapper's class file for calls that tie output to the task attempt. Such a mapper
 * would write its side files several times when it runs once for each split of a group.
 */
final class MapperScan {

  private static final List<String> TIED_TO_THE_ATTEMPT =
      List.of(
          "MultipleOutputs",
          "getWorkOutputPath",
          "getPathForWorkFile",
          "getUniqueFile",
          "getPathForCustomFile",
          "getOutputCommitter");

  private MapperScan() {}

  /** What in {@code mapper} or its superclasses speaks against grouping, as a clause. */
  static Optional<String> objection(Class<?> mapper) {
    for (Class<?> c = mapper; c != null && !isHadoop(c); c = c.getSuperclass()) {
      try (InputStream file = c.getResourceAsStream(simpleFileName(c))) {
        if (file == null) {
          return Optional.of("the class file of " + c.getName() + " cannot be looked into");
        }
        String text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        for (String call : TIED_TO_THE_ATTEMPT) {
          if (text.contains(call)) {
            return Optional.of("its mapper " + c.getName() + " uses " + call);
          }
        }
      } catch (IOException e) {
        return Optional.of("the class file of " + c.getName() + " cannot be read");
      }
    }
    return Optional.empty();
  }

  private static boolean isHadoop(Class<?> c) {
    return c.getName().startsWith("java.")
        || c.getName().startsWith("org.apache.hadoop.mapred.")
        || c.getName().startsWith("org.apache.hadoop.mapreduce.");
  }

  private static String simpleFileName(Class<?> c) {
    return c.getName().substring(c.getName().lastIndexOf('.') + 1) + ".class";
  }
}
