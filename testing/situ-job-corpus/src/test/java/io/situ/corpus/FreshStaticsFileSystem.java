// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Hadoop's local file system, which empties the static fields of a job's classes when a map task
 * opens its split. On a cluster a process of its own finds them empty; the local runner runs all
 * tasks in one process.
 */
public final class FreshStaticsFileSystem extends LocalFileSystem {

  static final String CLASSES = "corpus.statics";

  private static final String SPLITS = "job.split";

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    if (file.getName().equals(SPLITS)) {
      for (Class<?> type : getConf().getClasses(CLASSES)) {
        clear(type);
      }
    }
    return super.open(file, bufferSize);
  }

  private static void clear(Class<?> type) throws IOException {
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      try {
        field.setAccessible(true);
        clear(field);
      } catch (IllegalAccessException e) {
        throw new IOException(field + " cannot be emptied", e);
      }
    }
  }

  private static void clear(Field field) throws IllegalAccessException {
    Object value = field.get(null);
    if (value instanceof Map<?, ?> map) {
      map.clear();
    } else if (value instanceof Collection<?> collection) {
      collection.clear();
    }
    if (!Modifier.isFinal(field.getModifiers())) {
      field.set(null, field.getType() == long.class ? 0L : null);
    }
  }
}
