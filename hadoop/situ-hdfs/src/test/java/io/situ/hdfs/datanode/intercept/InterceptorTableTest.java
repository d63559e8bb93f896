// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which datasets are guarded, and which are refused because something of them is not known. */
class InterceptorTableTest {

  private static final DatasetMethods KNOWN = DatasetMethods.of(VersionInfo.getVersion());

  /** A dataset of a Hadoop that is to come. */
  private interface WithOneMore extends FsDatasetSpi<FsVolumeSpi> {
    void appendInPlace(ExtendedBlock block);
  }

  /** One whose new method has a body, so that implementations need not know it. */
  private interface WithADefault extends FsDatasetSpi<FsVolumeSpi> {
    default void appendInPlace(ExtendedBlock block) {}
  }

  /** One that inherits it. */
  private interface WithAnInherited extends WithADefault {}

  /** A known name with other parameters. */
  private interface WithAnOverload extends FsDatasetSpi<FsVolumeSpi> {
    void append(ExtendedBlock block, long stamp);
  }

  private interface Without {
    long getLength(ExtendedBlock block);
  }

  @Test
  void everyMethodOfThisHadoopIsKnown() {
    assertThat(FsDatasetSpi.class.getMethods())
        .isNotEmpty()
        .allSatisfy(method -> assertThat(KNOWN.decision(method)).isNotNull());
  }

  @Test
  void whatReachesBytesOfABlockGoesToAGuard() throws Exception {
    InterceptorTable table = InterceptorTable.ofThisHadoop();

    for (Method method : FsDatasetSpi.class.getMethods()) {
      boolean guarded = KNOWN.decision(method) == DatasetMethods.Decision.GUARDED;
      assertThat(table.guard(method) != null).as(method.toString()).isEqualTo(guarded);
    }
    assertThat(
            table.guard(
                FsDatasetSpi.class.getMethod(
                    "append", ExtendedBlock.class, long.class, long.class)))
        .isNotNull();
    assertThat(table.guard(Object.class.getMethod("hashCode"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(classes = {WithOneMore.class, WithADefault.class, WithAnInherited.class})
  void aMethodThatIsNotKnownIsNamed(Class<?> dataset) {
    assertThatThrownBy(() -> InterceptorTable.of(dataset, KNOWN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "this DataNode does not start, because Situ's guard does not know what"
                + " appendInPlace(org.apache.hadoop.hdfs.protocol.ExtendedBlock) of the dataset of"
                + " Hadoop "
                + VersionInfo.getVersion()
                + " does to attached blocks; install a release of Situ that is made for it, or go"
                + " back to the Hadoop that this DataNode ran before");
  }

  @Test
  void anOverloadIsAnotherMethod() {
    assertThatThrownBy(() -> InterceptorTable.of(WithAnOverload.class, KNOWN))
        .hasMessageContaining("append(org.apache.hadoop.hdfs.protocol.ExtendedBlock,long)");
  }

  @Test
  void aDatasetThatLacksWhatIsGuardedIsRefused() {
    assertThatThrownBy(() -> InterceptorTable.of(Without.class, KNOWN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("this Hadoop's datasets have no ");
  }

  @Test
  void aCallOfAMethodThatIsNotKnownIsRefused() throws Exception {
    Method unknown = WithOneMore.class.getMethod("appendInPlace", ExtendedBlock.class);

    assertThatThrownBy(() -> InterceptorTable.ofThisHadoop().guard(unknown))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("appendInPlace");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.40.0", "3.6.0", "4.0.0", "3.3.6"})
  void anotherLineOfHadoopIsNotKnown(String version) {
    assertThatThrownBy(() -> DatasetMethods.of(version))
        .hasMessageContaining("Hadoop " + version + " but for 3.4 and 3.5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4.0", "3.4.3", "3.5.0", "3.5.1-vendor-7"})
  void thoseLinesAreKnown(String version) {
    assertThat(DatasetMethods.of(version)).isNotNull();
  }
}
