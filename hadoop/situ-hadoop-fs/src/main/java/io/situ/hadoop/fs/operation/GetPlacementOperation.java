// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.operation.OperationRunner.Op;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.hadoop.fs.placement.ListedVersion;
import io.situ.inventory.footer.RowGroup;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Says which hosts hold which bytes of a file: what the inventory remembers of this version of it,
 * else what the store says; and where its row groups lie, as the inventory has them. Thread-safe.
 */
public final class GetPlacementOperation {

  private final StoreContext at;
  private final OperationRunner operations;
  private final UnaryOperator<Path> qualified;
  private final ReadHandle.Options reader;

  GetPlacementOperation(
      StoreContext at, OperationRunner operations, UnaryOperator<Path> qualified) {
    this(at, operations, qualified, ReadHandle.Options.DEFAULT);
  }

  private GetPlacementOperation(
      StoreContext at,
      OperationRunner operations,
      UnaryOperator<Path> qualified,
      ReadHandle.Options reader) {
    this.at = at;
    this.operations = operations;
    this.qualified = qualified;
    this.reader = reader;
  }

  /**
   * Returns the same for one kind of processes.
   *
   * @param tasks true for those that run tasks of a job and nothing else, which may read copies
   *     that others do not; false for all
   */
  public GetPlacementOperation forTasks(boolean tasks) {
    return new GetPlacementOperation(at, operations, qualified, reader.withTask(tasks));
  }

  /**
   * Returns which hosts hold a range of a file, as {@link FileSystem#getFileBlockLocations(Path,
   * long, long)} does, in blocks of another size than the file is said to have.
   *
   * @param blockSize bytes
   * @return blocks without a gap, in their order; those without hosts are where nothing is known
   * @throws IOException if the file is not there or cannot be asked about
   */
  public BlockLocation[] blocks(Path file, long start, long length, long blockSize)
      throws IOException {
    BlockLocations.Range range = new BlockLocations.Range(start, length, blockSize);
    return operations.run(
        Op.LOCATIONS,
        () -> {
          StoreObject object = object(file);
          return object.isDirectory()
              ? new BlockLocation[0]
              : at.locations().blocks(object, range, reader);
        });
  }

  /**
   * Returns which hosts hold which bytes of a range of a file, exactly. Extents outside of the
   * range may be among them.
   *
   * @return in their order; bytes in none are where nothing is known
   * @throws IOException if the file is not there or cannot be asked about
   */
  public List<Extent> extents(Path file, long start, long length) throws IOException {
    return operations.run(
        Op.LOCATIONS, () -> at.locations().extents(object(file), start, length, reader));
  }

  /**
   * Returns where the row groups (ORC: stripes) of listed files lie, as the store's inventory has
   * them. The store is not asked.
   *
   * @return in the order of the files; empty where the inventory has none of a file of that length
   *     and time of modification, or there is no inventory with footers
   * @throws IOException if a path is not one of this file system
   */
  public List<List<RowGroup>> rowGroups(List<FileStatus> files) throws IOException {
    return operations.run(
        Op.LOCATIONS,
        () -> {
          List<ListedVersion> versions = new ArrayList<>(files.size());
          for (FileStatus file : files) {
            versions.add(
                new ListedVersion(
                    at.paths().toStore(qualified.apply(file.getPath())),
                    file.getLen(),
                    file.getModificationTime()));
          }
          return at.locations().rowGroups(versions);
        });
  }

  private StoreObject object(Path file) throws IOException {
    return at.store().stat(at.paths().toStore(qualified.apply(file)), true);
  }
}
