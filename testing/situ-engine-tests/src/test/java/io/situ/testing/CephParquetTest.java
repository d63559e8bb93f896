// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import io.situ.storage.testkit.lab.TestClusterProcess;
import io.situ.testing.ceph.Prerequisites;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Spark writes to a real CephFS and plans to read: {@link CephParquetTables}. */
@Tag("long")
class CephParquetTest {

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onARealCephFs() throws Exception {
    Prerequisites.missing(List.of(List.of("getfattr", "attr"))).ifPresent(Assumptions::abort);
    return TestClusterProcess.tests(directory, "ceph-spark.sh", CephParquetTestMain.class);
  }
}
