// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.state.TestbedOptions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Five hosts, three replicas of every file. */
@Tag("long")
@Tag("cluster")
class FiveHostHdfsAttachTest extends HdfsAttachContract {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(
          () -> GlusterHdfsAttachTest.fromBricks(TestbedOptions.gluster(5, 3), Map.of()));

  @Override
  Testbed bringTestbed() {
    return TESTBED.testbed();
  }
}
