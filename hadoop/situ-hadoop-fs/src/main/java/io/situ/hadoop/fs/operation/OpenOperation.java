// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.hadoop.fs.stream.ReadSource;
import io.situ.hadoop.fs.stream.SituInputStream;
import io.situ.hadoop.fs.stream.StreamContext;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.AbstractFSBuilderImpl;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/** Opens files for reading. One call to the store opens a file; none is spent on looking first. */
public final class OpenOperation {

  /**
   * Hadoop's own set of them, by names that the compiler copies: Hadoop 3.3.4 has neither the set
   * nor its class.
   */
  static final Set<String> STANDARD_OPTIONS =
      Set.of(
          OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE,
          OpenFileOptions.FS_OPTION_OPENFILE_FOOTER_CACHE,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
          OpenFileOptions.FS_OPTION_OPENFILE_LENGTH,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END);

  private static final boolean TASK = ProcessRole.runsTasks();

  private final StoreContext at;
  private final Supplier<StreamContext> streams;

  OpenOperation(StoreContext at, Supplier<StreamContext> streams) {
    this.at = at;
    this.streams = streams;
  }

  public FSDataInputStream open(StorePath path, ReadHandle.Options options) throws IOException {
    ReadHandle.Options reader = options.withTask(TASK);
    ReadHandle handle = at.store().open(path, reader);
    ReadSource source =
        new ReadSource(
            at.paths().show(path),
            options.policy(),
            handle,
            at.locations().placement(handle, reader));
    return new FSDataInputStream(new SituInputStream(streams.get(), source));
  }

  /**
   * How the caller means to read. A status or a length it knows already saves other stores a
   * request; here opening reports the length anyway.
   */
  public static ReadHandle.Options options(Path path, OpenFileParameters parameters) {
    ReadHandle.Policy policy = policy(path, parameters);
    checkStatus(path, parameters);
    return ReadHandle.Options.DEFAULT.withPolicy(policy);
  }

  /**
   * Returns how the caller means to go through the file.
   *
   * @throws IllegalArgumentException if an option that must be known is not
   */
  public static ReadHandle.Policy policy(Path path, OpenFileParameters parameters) {
    AbstractFSBuilderImpl.rejectUnknownMandatoryKeys(
        parameters.getMandatoryKeys(), STANDARD_OPTIONS, "for " + path);
    return policy(parameters.getOptions());
  }

  private static void checkStatus(Path path, OpenFileParameters parameters) {
    if (parameters.getStatus() != null) {
      Path described = parameters.getStatus().getPath();
      if (!described.getName().equals(path.getName())) {
        throw new IllegalArgumentException(
            "the status given to open " + path + " describes another file: " + described);
      }
    }
  }

  /** The first policy of the list that is known. */
  private static ReadHandle.Policy policy(Configuration options) {
    for (String name :
        options.getTrimmedStringCollection(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY)) {
      switch (name) {
        case "adaptive", "default", "sequential", "avro", "csv", "json":
          return ReadHandle.Policy.SEQUENTIAL;
        case "random", "vector", "columnar", "orc", "parquet", "hbase":
          return ReadHandle.Policy.RANDOM;
        case "whole-file":
          return ReadHandle.Policy.WHOLE_FILE;
        default:
          continue;
      }
    }
    return ReadHandle.Policy.SEQUENTIAL;
  }
}
