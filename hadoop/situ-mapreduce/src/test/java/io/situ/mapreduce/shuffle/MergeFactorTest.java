// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

class MergeFactorTest {

  private final JobConf conf = new JobConf();

  private int with(Class<? extends CompressionCodec> codec) {
    conf.setMapOutputCompressorClass(codec);
    conf.setCompressMapOutput(true);
    return MergeFactor.of(conf);
  }

  @Test
  void decompressorsTakeLittleMemory() {
    assertThat(MergeFactor.of(conf)).isEqualTo(256);
    assertThat(with(DefaultCodec.class)).isEqualTo(256);
    assertThat(with(GzipCodec.class)).isEqualTo(256);
    assertThat(with(SnappyCodec.class)).isEqualTo(85);
    assertThat(with(Lz4Codec.class)).isEqualTo(85);
    assertThat(with(ZStandardCodec.class)).isEqualTo(10);
    assertThat(with(BZip2Codec.class)).isEqualTo(10);
  }

  /** Also a codec's subclass may need more than it does. */
  @Test
  void ofACodecThatIsNotKnownTheJobIsAsked() {
    conf.setInt("mapreduce.task.io.sort.factor", 20);

    assertThat(with(Own.class)).isEqualTo(20);
  }

  @Test
  void whatTheJobSaysHoldsWhereItIsMore() {
    conf.setInt("mapreduce.task.io.sort.factor", 500);

    assertThat(with(BZip2Codec.class)).isEqualTo(500);
  }

  /** Another's codec. */
  static final class Own extends DefaultCodec {}
}
