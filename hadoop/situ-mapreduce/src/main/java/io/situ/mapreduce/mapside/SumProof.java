// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/**
 * Shows of combiners and reducers that they add up the values of a key and do nothing else: they
 * are Hadoop's own, or their code is, instruction by instruction, that of one of {@link SumCode}'s
 * classes. Whole numbers give the same sum in any order and any grouping, also where they overflow.
 */
final class SumProof {

  private static final Map<String, List<Class<?>>> HADOOPS =
      Map.of(
          IntWritable.class.getName(),
          List.of(IntSumReducer.class),
          LongWritable.class.getName(),
          List.of(LongSumReducer.class, org.apache.hadoop.mapred.lib.LongSumReducer.class));

  private static final Map<String, List<Class<?>>> TEMPLATES =
      Map.of(
          IntWritable.class.getName(),
          List.of(SumCode.ReusedInt.class, SumCode.NewInt.class),
          LongWritable.class.getName(),
          List.of(SumCode.ReusedLong.class, SumCode.NewLong.class));

  private final ClassLoader loader;
  private final String values;

  /**
   * @param loader finds the job's classes
   * @param values the class of the values that are added
   */
  SumProof(ClassLoader loader, String values) {
    this.loader = loader;
    this.values = values;
  }

  /** Returns whether the class is shown to add; a class that cannot be read is not. */
  boolean isSum(String name) {
    try {
      return isHadoops(name) || isLikeTemplate(name);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private boolean isHadoops(String name) {
    return HADOOPS.getOrDefault(values, List.of()).stream()
        .anyMatch(own -> own.getName().equals(name) && own.getName().equals(loaded(name)));
  }

  /** Returns the class's name if it comes from where Hadoop's {@code Reducer} does. */
  private String loaded(String name) {
    try {
      Class<?> found = Class.forName(name, false, loader);
      return found.getClassLoader() == Reducer.class.getClassLoader() ? found.getName() : "";
    } catch (ClassNotFoundException | LinkageError e) {
      return "";
    }
  }

  private boolean isLikeTemplate(String name) throws IOException {
    Optional<ClassText> text = read(loader, name);
    if (text.isEmpty()) {
      return false;
    }
    for (Class<?> template : TEMPLATES.getOrDefault(values, List.of())) {
      if (read(template.getClassLoader(), template.getName()).equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static Optional<ClassText> read(ClassLoader loader, String name) throws IOException {
    try (InputStream file = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      return file == null ? Optional.empty() : Optional.of(ClassText.read(file));
    }
  }
}
