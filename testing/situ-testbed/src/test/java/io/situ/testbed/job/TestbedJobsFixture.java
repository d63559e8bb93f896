// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.HostCommandResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests of jobs on a testbed that their class brings; each has a directory for records of jobs. */
abstract class TestbedJobsFixture {

  /** Files are cut into pieces of no more than two of Ceph's objects or Gluster's shards. */
  static final String CUT = "situ.mapreduce.regroup.least.bytes=8m";

  /** Longer than any map of a test waits for its host. */
  static final String LONG_WAIT = "situ.mapreduce.locality.wait=300s";

  final Testbed testbed;
  final TestbedJobs jobs;

  @TempDir Path records;

  TestbedJobsFixture(TestbedExtension extension) {
    this.testbed = extension.testbed();
    this.jobs = new TestbedJobs(testbed);
  }

  /** Runs a word count in place whose maps run nowhere but where their bytes are. */
  HostCommandResult runStrictly(String in, String out, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("situ.mapreduce.locality=strict");
    return jobs.start("situ", records, in, out, all.toArray(String[]::new)).join();
  }
}
