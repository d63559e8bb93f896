// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.HSClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When the reduces of an ended job had shuffled, sorted and reduced: the latest of each,
 * milliseconds since 1970-01-01T00:00Z. Hadoop's client interface does not report them; its history
 * server does.
 */
record ReduceTimes(long shuffled, long sorted, long reduced) {

  private static final Logger LOG = LoggerFactory.getLogger(ReduceTimes.class);

  /** Empty where no history server answers, or it knows none of these reduces. */
  static Optional<ReduceTimes> fetch(Configuration conf, List<TaskReport> reduces) {
    String address = conf.getTrimmed(JHAdminConfig.MR_HISTORY_ADDRESS, "");
    List<TaskAttemptID> attempts =
        reduces.stream()
            .map(TaskReport::getSuccessfulTaskAttemptId)
            .filter(java.util.Objects::nonNull)
            .toList();
    if (address.isEmpty() || attempts.isEmpty()) {
      return Optional.empty();
    }
    Configuration impatient = new Configuration(conf);
    impatient.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    YarnRPC rpc = YarnRPC.create(impatient);
    HSClientProtocol server = null;
    try {
      server = connect(rpc, address, impatient);
      ReduceTimes latest = new ReduceTimes(0, 0, 0);
      for (TaskAttemptID attempt : attempts) {
        latest = latest.or(report(server, attempt));
      }
      return Optional.of(latest);
    } catch (IOException | RuntimeException e) {
      LOG.info("the history server does not report when reduces shuffled and sorted", e);
      return Optional.empty();
    } finally {
      if (server != null) {
        rpc.stopProxy(server, impatient);
      }
    }
  }

  private static HSClientProtocol connect(YarnRPC rpc, String address, Configuration conf)
      throws IOException {
    try {
      return UserGroupInformation.getCurrentUser()
          .doAs(
              (PrivilegedExceptionAction<HSClientProtocol>)
                  () ->
                      (HSClientProtocol)
                          rpc.getProxy(
                              HSClientProtocol.class, NetUtils.createSocketAddr(address), conf));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static TaskAttemptReport report(HSClientProtocol server, TaskAttemptID attempt)
      throws IOException {
    GetTaskAttemptReportRequest request = Records.newRecord(GetTaskAttemptReportRequest.class);
    request.setTaskAttemptId(TypeConverter.toYarn(attempt));
    return server.getTaskAttemptReport(request).getTaskAttemptReport();
  }

  private ReduceTimes or(TaskAttemptReport report) {
    return new ReduceTimes(
        Math.max(shuffled, report.getShuffleFinishTime()),
        Math.max(sorted, report.getSortFinishTime()),
        Math.max(reduced, report.getFinishTime()));
  }
}
