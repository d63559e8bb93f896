package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.link.LinkedBlockStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Gives a DataNode a block whose bytes are part of an object. The dataset learns of it the way it
 * learns of blocks that its directory scanner finds, and tells the NameNode at once. Linking the
 * same block to the same bytes again changes nothing. Safe for use by many threads.
 */
final class BlockLinker {

  private final Supplier<FsDatasetSpi<?>> datasets;
  private final LinkSources sources;

  /**
   * @param datasets the DataNode's; null until it has found its NameNode
   */
  BlockLinker(Supplier<FsDatasetSpi<?>> datasets, LinkSources sources) {
    this.datasets = datasets;
    this.sources = sources;
  }

  /**
   * @param block the block as the NameNode named it
   * @throws io.situ.hdfs.link.LinkBrokenException if the object is not what the link says
   * @throws IOException if the DataNode's volume does not take the placeholder; none is left then
   */
  void link(ExtendedBlock block, LinkedBlock link) throws IOException {
    FsDatasetSpi<?> dataset = datasets.get();
    if (dataset == null) {
      throw new IOException("this DataNode has not found its NameNode yet; try again");
    }
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      FsVolumeSpi volume = choose(volumes);
      File directory = directory(volume, block);
      Files.createDirectories(directory.toPath());
      Path data = directory.toPath().resolve(block.getBlockName());
      Path checksums =
          directory
              .toPath()
              .resolve(DatanodeUtil.getMetaName(block.getBlockName(), block.getGenerationStamp()));
      boolean done = false;
      try {
        lay(data, checksums, link);
        dataset.checkAndUpdate(
            block.getBlockPoolId(),
            new FsVolumeSpi.ScanInfo(
                block.getBlockId(),
                directory,
                data.getFileName().toString(),
                checksums.getFileName().toString(),
                volume));
        done = true;
      } finally {
        if (!done) {
          Files.deleteIfExists(data);
          Files.deleteIfExists(checksums);
        }
      }
    }
  }

  private void lay(Path data, Path checksums, LinkedBlock link) throws IOException {
    try (InputStream bytes = new LinkedBlockStream(link, sources.open(link), 0)) {
      BlockChecksums.write(checksums, bytes, link.length());
    }
    sources.check(link);
    LinkMark.write(checksums, link);
    try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "rw")) {
      file.setLength(link.length());
    }
  }

  /** A volume of type ARCHIVE if there is one: that is where links are kept apart. */
  private static FsVolumeSpi choose(FsDatasetSpi.FsVolumeReferences volumes) throws IOException {
    FsVolumeSpi chosen = null;
    for (FsVolumeSpi volume : volumes) {
      if (volume.getStorageType() == StorageType.ARCHIVE) {
        return volume;
      }
      chosen = chosen == null ? volume : chosen;
    }
    if (chosen == null) {
      throw new IOException("this DataNode has no volume that works");
    }
    return chosen;
  }

  private static File directory(FsVolumeSpi volume, ExtendedBlock block) {
    Path root = Path.of(volume.getBaseURI());
    Path finalized =
        root.resolve("current").resolve(block.getBlockPoolId()).resolve("current/finalized");
    return DatanodeUtil.idToBlockDir(finalized.toFile(), block.getBlockId());
  }
}
