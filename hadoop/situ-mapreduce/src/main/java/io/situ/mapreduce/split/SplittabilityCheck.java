// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import java.io.IOException;
import java.lang.reflect.Method;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a job's input format whether a file may be read in parts. Hadoop keeps the question, {@code
 * isSplitable}, among what only input formats may call, so it is asked by reflection.
 */
public final class SplittabilityCheck {

  private static final Logger LOG = LoggerFactory.getLogger(SplittabilityCheck.class);
  private static final String QUESTION = "isSplitable";

  private final Configuration conf;
  private final boolean newInterface;
  private final Object format;

  public SplittabilityCheck(Configuration conf) {
    this.conf = conf;
    this.newInterface = RegroupPolicy.newInterface(conf);
    this.format = format();
  }

  private Object format() {
    try {
      return ReflectionUtils.newInstance(
          conf.getClassByName(RegroupPolicy.inputFormat(conf)), new JobConf(conf));
    } catch (ClassNotFoundException | RuntimeException e) {
      LOG.debug("the input format cannot be asked", e);
      return this;
    }
  }

  /**
   * Returns whether a file may be cut and its records keep their keys; false where the format
   * cannot be asked. In a compressed file Hadoop's readers count keys from where the split begins,
   * by the compressed offset of that place and the decompressed bytes since: a cut changes them.
   */
  boolean test(Path file) throws IOException {
    try {
      if (new CompressionCodecFactory(conf).getCodec(file) != null) {
        return false;
      }
      if (newInterface) {
        Method question = question(JobContext.class);
        return (Boolean) question.invoke(format, new JobContextImpl(conf, new JobID()), file);
      }
      Method question = question(FileSystem.class);
      return (Boolean) question.invoke(format, file.getFileSystem(conf), file);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("{} cannot be asked about {}", format, file, e);
      return false;
    }
  }

  private Method question(Class<?> first) throws NoSuchMethodException {
    for (Class<?> type = format.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Method method = type.getDeclaredMethod(QUESTION, first, Path.class);
        method.setAccessible(true);
        return method;
      } catch (NoSuchMethodException e) {
        LOG.trace("{} does not say it itself", type);
      }
    }
    throw new NoSuchMethodException(QUESTION);
  }
}
