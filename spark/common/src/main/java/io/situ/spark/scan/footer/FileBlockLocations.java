// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.spark.scan.pack.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;

/** Which hosts hold which bytes of a file, by its file system. */
final class FileBlockLocations {

  /** Hosts of smaller parts are not distinguished, in bytes. */
  private static final long GRAIN = 1 << 20;

  /** What Hadoop's file systems name where they know nothing. */
  private static final String NOWHERE = "localhost";

  private FileBlockLocations() {}

  /** Returns pieces without gaps; one without hosts where nothing is known. */
  static List<Piece> of(ScanFile file, Configuration conf) throws IOException {
    FileSystem fs = file.path().getFileSystem(conf);
    BlockLocation[] blocks =
        fs instanceof SituFileSystem situ
            ? situ.placement().blocks(file.path(), 0, file.length(), GRAIN)
            : fs.getFileBlockLocations(file.status(), 0, file.length());
    List<Piece> pieces = new ArrayList<>();
    for (BlockLocation block : blocks) {
      List<String> hosts =
          Arrays.stream(block.getHosts()).filter(host -> !host.equals(NOWHERE)).sorted().toList();
      pieces.add(new Piece(block.getOffset(), block.getOffset() + block.getLength(), hosts));
    }
    return Piece.covering(pieces, file.length());
  }
}
