// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapreduce.TaskID;

/**
 * Where a map attempt keeps its files: what reducers read in the job's shared directory, the rest
 * where Hadoop puts it.
 *
 * <p>The first spill lies in the shared directory too: if it stays the only one Hadoop renames it
 * to be the output, and nothing is copied. So do the others where they need not be merged.
 */
final class SharedOutputFiles extends MapOutputFile {

  private final MapOutputFile stock;
  private final java.nio.file.Path attempt;
  private final Optional<UnmergedSpills> unmerged;

  /**
   * @param stock gives the names of files on this host's own disks
   * @param attempt the attempt's directory
   * @param unmerged empty if Hadoop merges all spills
   */
  SharedOutputFiles(
      MapOutputFile stock, java.nio.file.Path attempt, Optional<UnmergedSpills> unmerged) {
    this.stock = stock;
    this.attempt = attempt;
    this.unmerged = unmerged;
    setConf(stock.getConf());
  }

  private Path file(String name) {
    return hadoopPath(attempt.resolve(name));
  }

  static Path hadoopPath(java.nio.file.Path file) {
    return new Path("file", null, file.toString());
  }

  @Override
  public Path getOutputFile() {
    return file(ShuffleDirectory.OUTPUT);
  }

  @Override
  public Path getOutputFileForWrite(long size) {
    return getOutputFile();
  }

  @Override
  public Path getOutputFileForWriteInVolume(Path existing) {
    return getOutputFile();
  }

  @Override
  public Path getOutputIndexFile() {
    return file(ShuffleDirectory.INDEX);
  }

  @Override
  public Path getOutputIndexFileForWrite(long size) {
    return getOutputIndexFile();
  }

  @Override
  public Path getOutputIndexFileForWriteInVolume(Path existing) {
    return getOutputIndexFile();
  }

  /** Hadoop asks for the first one when it begins to merge. */
  @Override
  public Path getSpillFile(int number) throws IOException {
    if (number == 0 && unmerged.isPresent()) {
      unmerged.get().keep();
    }
    return isShared(number) ? spill(number) : stock.getSpillFile(number);
  }

  @Override
  public Path getSpillFileForWrite(int number, long size) throws IOException {
    return isShared(number) ? spill(number) : stock.getSpillFileForWrite(number, size);
  }

  private boolean isShared(int number) {
    return number == 0 || unmerged.isPresent() && unmerged.get().mayStay(number);
  }

  private Path spill(int number) {
    return file(ShuffleDirectory.spill(number));
  }

  /**
   * To be called when Hadoop has written the output: puts spills that were left beside it into its
   * index.
   *
   * @return how many bytes those have
   */
  long completeIndex(JobConf conf) throws IOException {
    return unmerged.isPresent() ? unmerged.get().writeIndex(getOutputIndexFile(), conf) : 0;
  }

  @Override
  public Path getSpillIndexFile(int number) throws IOException {
    return number == 0 ? file("spill0.out.index") : stock.getSpillIndexFile(number);
  }

  @Override
  public Path getSpillIndexFileForWrite(int number, long size) throws IOException {
    return number == 0 ? getSpillIndexFile(0) : stock.getSpillIndexFileForWrite(number, size);
  }

  @Override
  public Path getInputFile(int map) throws IOException {
    return stock.getInputFile(map);
  }

  @Override
  public Path getInputFileForWrite(TaskID map, long size) throws IOException {
    return stock.getInputFileForWrite(map, size);
  }

  /** Only of this host's own disks: the output is the job's from now on. */
  @Override
  public void removeAll() throws IOException {
    stock.removeAll();
  }
}
