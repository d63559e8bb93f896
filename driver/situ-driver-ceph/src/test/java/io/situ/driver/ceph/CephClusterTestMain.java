// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.driver.ceph.cephfs.CephClusterChanges;
import io.situ.driver.ceph.cephfs.client.CephClusterSessions;
import io.situ.driver.ceph.cephfs.libcephfs.CephClusterEndedSession;
import io.situ.driver.ceph.cephfs.libcephfs.CephClusterLibCephFs;
import io.situ.driver.ceph.cephfs.mounted.CephClusterNative;
import io.situ.driver.ceph.rgw.CephClusterRgw;
import io.situ.driver.ceph.rgw.CephClusterRgwVariants;
import io.situ.storage.testkit.lab.TestClusterRun;
import org.junit.platform.launcher.TagFilter;

/** The second Java process: runs the tests that need the lab's cluster. */
final class CephClusterTestMain {

  /** What goes otherwise for a user whom permissions bind. */
  private static final String[] BOUND = {
    "permissions", "setting-attributes", "directories", "renaming", "writing"
  };

  /** What Situ or ceph-fuse does otherwise than with a local directory. */
  private static final String[] OF_THE_MOUNT = {
    "appending",
    "changes",
    "extended-attributes",
    "listing-directories",
    "placement",
    "reading",
    "renaming",
    "snapshots",
    "status",
    "writing"
  };

  private CephClusterTestMain() {}

  /** Starts the cluster and runs all: first those that share it, several at a time. */
  public static void main(String[] arguments) throws Exception {
    CephTestCluster.start();
    // Random histories: with seed -6536681520118471149 ceph-fuse 16 itself says of a name that is
    // there, to any program, that it is not, until its directory is listed.
    TestClusterRun.together(
        CephClusterContract.ThroughTheMount.class, TagFilter.includeTags(OF_THE_MOUNT));
    TestClusterRun.together(
        CephClusterContract.AllThroughTheMount.class, TagFilter.excludeTags("histories"));
    TestClusterRun.together(CephClusterContract.Natively.class, TagFilter.includeTags("reading"));
    // With histories they passed twice; in a third run, of some 60 histories in all, the metadata
    // server of Ceph 16.2.15 kept a rename as a slow request for ever.
    TestClusterRun.together(
        CephClusterContract.LibCephFs.class, TagFilter.excludeTags("histories"));
    TestClusterRun.together(
        CephClusterContract.LibCephFsAsOtherUser.class, TagFilter.includeTags(BOUND));
    TestClusterRun.inTurn(CephClusterPlacement.class);
    TestClusterRun.inTurn(CephClusterCopies.class);
    TestClusterRun.inTurn(CephClusterSessions.class);
    TestClusterRun.inTurn(CephClusterNative.class);
    TestClusterRun.inTurn(CephClusterLibCephFs.class);
    TestClusterRun.inTurn(CephClusterEndedSession.class);
    TestClusterRun.inTurn(CephClusterAccess.class);
    TestClusterRun.inTurn(CephClusterSnapshots.class);
    TestClusterRun.inTurn(CephClusterChanges.class);
    TestClusterRun.inTurn(CephClusterFileSystems.class);
    TestClusterRun.inTurn(CephClusterRgw.class);
    TestClusterRun.inTurn(CephClusterRgwVariants.class);
    TestClusterRun.inTurn(CephClusterFaults.class);
    System.exit(0);
  }
}
