// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.BBPartHandle;
import org.apache.hadoop.fs.BBUploadHandle;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.InternalOperations;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.impl.AbstractMultipartUploader;
import org.apache.hadoop.fs.impl.MultipartUploaderBuilderImpl;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;

/**
 * Uploads a file in parts, in any order and from any process that has the handles.
 *
 * <p>Parts are files in a hidden directory beside the file to be: the same directory lies on the
 * same store, so {@link #complete} can put them together there and give the result its name in one
 * rename. No reader ever sees half a file. A process that dies leaves the hidden directory behind;
 * {@link #abortUploadsUnderPath} takes such away.
 */
final class SituMultipartUploader extends AbstractMultipartUploader {

  private static final String PREFIX = ".situ-upload-";
  private static final String UUID_PATTERN = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final String PART_PATTERN = "part-[0-9]+-" + UUID_PATTERN + "-[0-9]+";
  private static final int PIECE = 256 << 10;

  private final FileSystem fs;
  private final FsPermission permission;

  private SituMultipartUploader(Builder builder) {
    super(builder.getPath());
    this.fs = builder.getFS();
    this.permission = builder.getPermission();
  }

  /** Makes an uploader for files below a path. */
  static final class Builder extends MultipartUploaderBuilderImpl<SituMultipartUploader, Builder> {

    Builder(FileSystem fs, Path path) {
      super(fs, path);
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    protected FileSystem getFS() {
      return super.getFS();
    }

    @Override
    protected FsPermission getPermission() {
      return super.getPermission();
    }

    @Override
    public SituMultipartUploader build() {
      return new SituMultipartUploader(this);
    }
  }

  @Override
  public IOStatistics getIOStatistics() {
    return IOStatisticsSupport.retrieveIOStatistics(fs);
  }

  @Override
  public CompletableFuture<UploadHandle> startUpload(Path file) {
    checkPath(file);
    return evaluate(
        () -> {
          String id = UUID.randomUUID().toString();
          fs.mkdirs(directory(file, id), FsPermission.createImmutable((short) 0700));
          return BBUploadHandle.from(bytes(id));
        });
  }

  @Override
  public CompletableFuture<PartHandle> putPart(
      UploadHandle upload, int number, boolean last, Path file, InputStream input, long length) {
    checkPutArguments(file, input, number, upload, length);
    checkUploadId(upload.toByteArray());
    return evaluate(
        () -> {
          try (input) {
            return put(existing(upload, file), number, input, length);
          }
        });
  }

  /** The method of Hadoop's interface before 3.4, which does not say whether a part is the last. */
  public CompletableFuture<PartHandle> putPart(
      UploadHandle upload, int number, Path file, InputStream input, long length) {
    return putPart(upload, number, false, file, input, length);
  }

  private PartHandle put(Path directory, int number, InputStream input, long length)
      throws IOException {
    String name = "part-" + number + "-" + UUID.randomUUID() + "-" + length;
    try (FSDataOutputStream out =
        fs.createNonRecursive(
            new Path(directory, name),
            filePermission(),
            false,
            PIECE,
            fs.getDefaultReplication(directory),
            fs.getDefaultBlockSize(directory),
            null)) {
      byte[] piece = new byte[(int) Math.min(PIECE, Math.max(length, 1))];
      long left = length;
      while (left > 0) {
        int count = input.readNBytes(piece, 0, (int) Math.min(piece.length, left));
        if (count == 0) {
          throw new IOException(
              "part " + number + " ended " + left + " bytes short of its " + length);
        }
        out.write(piece, 0, count);
        left -= count;
      }
    }
    return BBPartHandle.from(bytes(name));
  }

  private static FsPermission filePermission() {
    return FsPermission.createImmutable((short) 0600);
  }

  @Override
  public CompletableFuture<PathHandle> complete(
      UploadHandle upload, Path file, Map<Integer, PartHandle> parts) {
    checkPath(file);
    checkUploadId(upload.toByteArray());
    checkPartHandles(parts);
    return evaluate(
        () -> {
          Path directory = existing(upload, file);
          // Its own: this call may be repeated while it still runs.
          Path whole = new Path(directory, "whole-" + UUID.randomUUID());
          try {
            assemble(directory, whole, names(parts));
            new InternalOperations().rename(fs, whole, file, Options.Rename.OVERWRITE);
          } catch (IOException e) {
            deleteAfter(e, whole);
            throw e;
          }
          fs.delete(directory, true);
          return fs.getPathHandle(fs.getFileStatus(file));
        });
  }

  private void deleteAfter(IOException failure, Path file) {
    try {
      fs.delete(file, false);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static List<String> names(Map<Integer, PartHandle> parts) throws IOException {
    List<String> names =
        new TreeMap<>(parts).values().stream().map(part -> text(part.toByteArray())).toList();
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("one part is given under two numbers");
    }
    for (String name : names) {
      if (!name.matches(PART_PATTERN)) {
        throw new FileNotFoundException("no such part: " + name);
      }
    }
    return names;
  }

  private void assemble(Path directory, Path whole, List<String> parts) throws IOException {
    byte[] piece = new byte[PIECE];
    try (FSDataOutputStream out = create(whole)) {
      for (String part : parts) {
        long copied = 0;
        try (FSDataInputStream in = fs.open(new Path(directory, part))) {
          int count;
          while ((count = in.read(piece)) > 0) {
            out.write(piece, 0, count);
            copied += count;
          }
        }
        if (copied != Long.parseLong(part.substring(part.lastIndexOf('-') + 1))) {
          throw new IOException(part + " has " + copied + " bytes: put this part again");
        }
      }
    }
  }

  /** With its permission from the start: a default access list may take away some of it. */
  private FSDataOutputStream create(Path whole) throws IOException {
    return fs.create(
        whole,
        permission.applyUMask(FsPermission.getUMask(fs.getConf())),
        true,
        PIECE,
        fs.getDefaultReplication(whole),
        fs.getDefaultBlockSize(whole),
        null);
  }

  @Override
  public CompletableFuture<Void> abort(UploadHandle upload, Path file) {
    checkPath(file);
    checkUploadId(upload.toByteArray());
    return evaluate(
        () -> {
          fs.delete(existing(upload, file), true);
          return null;
        });
  }

  /**
   * Takes away every unfinished upload below {@code path}, no matter who began it. Symbolic links
   * are not followed.
   */
  @Override
  public CompletableFuture<Integer> abortUploadsUnderPath(Path path) {
    checkPath(path);
    return evaluate(() -> abortBelow(path));
  }

  private int abortBelow(Path directory) throws IOException {
    RemoteIterator<FileStatus> children = fs.listStatusIterator(directory);
    Closeable listing = children instanceof Closeable open ? open : () -> {};
    try (listing) {
      return abort(children);
    }
  }

  private int abort(RemoteIterator<FileStatus> children) throws IOException {
    int aborted = 0;
    while (children.hasNext()) {
      FileStatus child = children.next();
      if (!child.isDirectory() || fs.getFileLinkStatus(child.getPath()).isSymlink()) {
        continue;
      }
      if (child.getPath().getName().matches("\\Q" + PREFIX + "\\E" + UUID_PATTERN)) {
        aborted += fs.delete(child.getPath(), true) ? 1 : 0;
      } else {
        aborted += abortBelow(child.getPath());
      }
    }
    return aborted;
  }

  private Path existing(UploadHandle upload, Path file) throws IOException {
    String id = text(upload.toByteArray());
    if (!id.matches(UUID_PATTERN)) {
      throw new FileNotFoundException("no such upload to " + file + ": " + id);
    }
    Path directory = directory(file, id);
    fs.getFileStatus(directory);
    return directory;
  }

  /** As FutureIO's method of newer Hadoops: what is wrong with arguments is thrown at once. */
  private static <T> CompletableFuture<T> evaluate(Callable<T> operation) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      result.complete(operation.call());
    } catch (UnsupportedOperationException | IllegalArgumentException wrongArgument) {
      throw wrongArgument;
    } catch (Throwable failure) {
      result.completeExceptionally(failure);
    }
    return result;
  }

  private static Path directory(Path file, String id) {
    return new Path(file.getParent(), PREFIX + id);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
