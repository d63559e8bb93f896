// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.LocalJobs;
import io.situ.storage.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("hadoop-3.4-long")
class InputCodecsTest {

  @TempDir private Path scratch;

  /** Needs what is not there. */
  public static final class Broken extends DefaultCodec {
    @Override
    public String getDefaultExtension() {
      return ".broken";
    }

    @Override
    public Decompressor createDecompressor() {
      throw new RuntimeException("native broken library not available.");
    }
  }

  /** Does with a suffix what it likes. */
  public static final class OwnLines extends TextInputFormat {
    @Override
    protected boolean isSplitable(
        org.apache.hadoop.mapreduce.JobContext context, org.apache.hadoop.fs.Path file) {
      return false;
    }
  }

  private Job job(Class<? extends CompressionCodec> codec, String... files) throws Exception {
    Path in = Files.createDirectory(scratch.resolve("in"));
    for (String file : files) {
      Files.writeString(in.resolve(file), "");
    }
    Job job = Job.getInstance(LocalJobs.conf(scratch));
    job.getConfiguration().setClass("io.compression.codecs", codec, CompressionCodec.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(in.toString()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/out"));
    return job;
  }

  @Test
  void aFileWhoseCodecDoesNotWorkIsNamedBeforeTheJobRuns() throws Exception {
    Job job = job(Broken.class, "a.txt", "b.broken");

    assertThatThrownBy(() -> job.waitForCompletion(false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("in/b.broken' cannot be decompressed: " + Broken.class.getName())
        .hasMessageContaining("the codec for .broken, says: native broken library not available;")
        .hasMessageContaining("install");
    assertThat(scratch.resolve("out")).doesNotExist();
  }

  @Test
  void codecsThatWorkAndFilesWithoutOneAreRead() throws Exception {
    assertThat(job(GzipCodec.class, "a.txt", "b.broken").waitForCompletion(false)).isTrue();
  }

  @Test
  void whatAFormatOfTheJobsOwnDoesIsLeftToIt() throws Exception {
    Job job = job(Broken.class, "b.broken");
    job.setInputFormatClass(OwnLines.class);

    assertThat(InputCodecsTest.submits(job)).isTrue();
  }

  private static boolean submits(Job job) throws Exception {
    job.submit();
    job.waitForCompletion(false);
    return job.isComplete();
  }
}
