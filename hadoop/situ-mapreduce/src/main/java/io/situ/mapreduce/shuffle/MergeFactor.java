// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * How many segments a reduce merges at once: more than Hadoop does, since each is read where it
 * lies, but each that is open has a decompressor. Thread-safe.
 */
final class MergeFactor {

  private static final int MOST = 256;

  /** What all decompressors may take that are beyond what the job is configured with. */
  private static final int MAX_BYTES = 64 << 20;

  /** Two buffers and the window of zlib, and the buffer of a stream. */
  private static final int DEFLATE_BYTES = 2 * (64 << 10) + (44 << 10) + (4 << 10);

  private MergeFactor() {}

  /**
   * Returns what a job is configured with, or more: 256 without compression, and else as many as
   * have decompressors of 64 MiB together, where it is known how large they are.
   */
  static int of(JobConf conf) {
    return Math.max(
        conf.getInt(MRJobConfig.IO_SORT_FACTOR, MRJobConfig.DEFAULT_IO_SORT_FACTOR),
        conf.getCompressMapOutput() ? compressed(conf) : MOST);
  }

  /** A decompressor of BZip2 takes 4 MiB, one of Zstandard 2; one that is not known, anything. */
  private static int compressed(JobConf conf) {
    return switch (conf.getMapOutputCompressorClass(DefaultCodec.class).getName()) {
      case "org.apache.hadoop.io.compress.DefaultCodec",
          "org.apache.hadoop.io.compress.DeflateCodec",
          "org.apache.hadoop.io.compress.GzipCodec" ->
          within(DEFLATE_BYTES);
      case "org.apache.hadoop.io.compress.SnappyCodec" ->
          blocks(
              conf,
              CommonConfigurationKeys.IO_COMPRESSION_CODEC_SNAPPY_BUFFERSIZE_KEY,
              CommonConfigurationKeys.IO_COMPRESSION_CODEC_SNAPPY_BUFFERSIZE_DEFAULT);
      case "org.apache.hadoop.io.compress.Lz4Codec" ->
          blocks(
              conf,
              CommonConfigurationKeys.IO_COMPRESSION_CODEC_LZ4_BUFFERSIZE_KEY,
              CommonConfigurationKeys.IO_COMPRESSION_CODEC_LZ4_BUFFERSIZE_DEFAULT);
      default -> 0;
    };
  }

  /** Two buffers of a decompressor, and that of its stream. */
  private static int blocks(JobConf conf, String key, int otherwise) {
    return within(3L * Math.max(1, conf.getInt(key, otherwise)));
  }

  private static int within(long bytes) {
    return (int) Math.min(MOST, MAX_BYTES / bytes);
  }
}
