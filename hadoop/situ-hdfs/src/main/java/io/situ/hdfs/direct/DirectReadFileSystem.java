// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import io.situ.hadoop.fs.config.ProxyUserCheck;
import io.situ.hadoop.fs.operation.OpenOperation;
import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.LambdaUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS, of which attached files are read straight from their stores: set {@code fs.hdfs.impl} to
 * this class. The NameNode is asked as ever, and refuses whom it refuses. Then the object is opened
 * by this process, with the rights of its user, if the file says of which object it was made, if
 * {@code fs.situ.hdfs.stores} names the store, and if the object is what it was when it was
 * attached. Everything else is read through DataNodes, as are files that are opened after {@link
 * #setVerifyChecksum} was called with {@code true}. Thread-safe; streams state their own rules.
 */
public class DirectReadFileSystem extends DistributedFileSystem {

  private static final Logger LOG = LoggerFactory.getLogger(DirectReadFileSystem.class);

  private Optional<DirectReads> reads = Optional.empty();
  private volatile boolean checksums;

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    try {
      ProxyUserCheck.check(getUri());
      reads = Optional.of(new DirectReads(conf, statistics));
    } catch (AccessControlException e) {
      LOG.debug("files are read through DataNodes only", e);
    }
  }

  /** Whether readers ask for HDFS's checksums, which only DataNodes have. */
  @Override
  public void setVerifyChecksum(boolean verifyChecksum) {
    super.setVerifyChecksum(verifyChecksum);
    checksums = verifyChecksum;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return open(path, bufferSize, ReadHandle.Policy.SEQUENTIAL);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    ReadHandle.Policy policy = OpenOperation.policy(path, parameters);
    return LambdaUtils.eval(
        new CompletableFuture<>(), () -> open(path, parameters.getBufferSize(), policy));
  }

  private FSDataInputStream open(Path path, int bufferSize, ReadHandle.Policy policy)
      throws IOException {
    FSDataInputStream stock = super.open(path, bufferSize);
    if (reads.isEmpty() || checksums || !(stock instanceof HdfsDataInputStream hdfs)) {
      return stock;
    }
    String name = fixRelativePart(path).toUri().getPath();
    return reads
        .get()
        .open(getClient(), name, hdfs, policy)
        .map(object -> new DirectInputStream(new FSDataInputStream(object), hdfs))
        .map(FSDataInputStream::new)
        .orElse(stock);
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (reads.isPresent()) {
        reads.get().close();
      }
    }
  }
}
