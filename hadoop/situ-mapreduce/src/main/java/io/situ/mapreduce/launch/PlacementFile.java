// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.hadoop.fs.SituStores;
import io.situ.hadoop.fs.config.JobPlacement;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.storage.config.PlacementTables;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;

/**
 * Sends along with a job what its client learnt from clusters about placement, so that no task asks
 * them. Each host gets one copy.
 */
public final class PlacementFile {

  private PlacementFile() {}

  /**
   * Writes the file beside {@code job.xml} and has it copied for the tasks, if there is anything to
   * record. A job without it differs only in that its tasks ask.
   *
   * @param paths what the job reads
   * @return what was done, as a sentence without its stop
   */
  public static String apply(SubmittedJob job, Collection<Path> paths) {
    try {
      if (!LaunchKeys.PLACEMENT.get(job.client()::get)) {
        return "tasks ask clusters for placement: " + LaunchKeys.PLACEMENT.name() + " is off";
      }
      Map<String, PlacementTables.Table> tables = SituStores.placementTables(paths, job.client());
      if (tables.isEmpty()) {
        return "no cluster's placement goes with the job";
      }
      Path file = new Path(job.directory(), JobPlacement.FILE);
      FsPermission permission = new FsPermission(JobSubmissionFiles.JOB_FILE_PERMISSION);
      try (OutputStream out = FileSystem.create(job.fs(), file, permission)) {
        PlacementTables.write(tables, out);
      }
      LocalizedFiles files = LocalizedFiles.of(job.conf());
      boolean added =
          !files.namedLike(List.of(JobPlacement.FILE)).equals(Optional.of(JobPlacement.FILE))
              && files.add(job.fs().getFileStatus(file), JobPlacement.FILE, List.of(job.conf()));
      return added
          ? "tasks get the placement of " + String.join(", ", tables.keySet()) + " with the job"
          : "tasks ask clusters for placement: the job's list of files is not as Hadoop makes it";
    } catch (IOException | RuntimeException e) {
      return "tasks ask clusters for placement: " + e.getMessage();
    }
  }
}
