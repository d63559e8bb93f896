// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** A file format whose footer says where what is read as a whole lies. */
public enum FooterFormat {
  PARQUET {
    @Override
    FooterLayout read(FileStatus file, Configuration conf) throws IOException {
      return ParquetFooter.read(file, conf);
    }
  },
  ORC {
    @Override
    FooterLayout read(FileStatus file, Configuration conf) throws IOException {
      return OrcFooter.read(file, conf);
    }
  };

  /**
   * Reads the layout of a file.
   *
   * @throws IOException if the file cannot be read
   * @throws RuntimeException if it is no such file
   */
  abstract FooterLayout read(FileStatus file, Configuration conf) throws IOException;
}
