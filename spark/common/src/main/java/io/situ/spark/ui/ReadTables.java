// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import io.situ.spark.ui.ReadSummary.HostSums;
import io.situ.spark.ui.ReadSummary.ScanBytes;
import io.situ.spark.ui.ReadSummary.StageSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.util.Utils;
import scala.xml.Utility;

/** The page's body, as HTML with the styles of Spark's UI. */
final class ReadTables {

  private static final double PERCENT = 100;
  private static final String READ =
      "<p>Bytes that tasks read from stores, by how far they came. Shuffle bytes are Spark's own"
          + " metrics.</p>";
  private static final String SCANS =
      "<p>Bytes that tasks read of the scans, and what the plans made local of them. <em>Possible"
          + " local</em> is what would be local with each row group, stripe or run of lines on its"
          + " best host: if it is far below <em>planned</em>, the files' layout is the limit.</p>";
  private static final List<String> SUMS =
      List.of(
          "Tasks",
          "Local tasks",
          "Node-local",
          "Rack-local",
          "Remote",
          "Unknown",
          "Node-local share",
          "Shuffle written",
          "Shuffle read, same host",
          "Shuffle read, other hosts");

  private ReadTables() {}

  /** Returns the body. */
  static String html(ReadSummary summary) {
    StringBuilder html = new StringBuilder(READ);
    List<List<String>> hosts = new ArrayList<>();
    for (HostSums host : summary.hosts()) {
      hosts.add(row(List.of(Utility.escape(host.host())), host.sums()));
    }
    hosts.add(row(List.of("<strong>All</strong>"), summary.total()));
    table(html, "hosts", "Hosts", columns("Host"), hosts);
    List<List<String>> scans = new ArrayList<>();
    summary.scans().forEach(scan -> scans.add(row(scan)));
    if (!scans.isEmpty()) {
      table(
          html,
          "scans",
          "Scans packed by host",
          List.of("Query", "Scan", "Planned", "Planned local", "Possible local"),
          scans);
      html.append(SCANS);
    }
    List<List<String>> stages = new ArrayList<>();
    summary.stages().forEach(stage -> stages.add(0, row(stage)));
    table(html, "stages", "Stages", columns("Stage", "Description"), stages);
    return html.toString();
  }

  private static List<String> columns(String... first) {
    List<String> columns = new ArrayList<>(List.of(first));
    columns.addAll(SUMS);
    return columns;
  }

  private static List<String> row(StageSums stage) {
    String attempt = stage.attempt() == 0 ? "" : " (retry " + stage.attempt() + ")";
    String link =
        String.format(
            Locale.ROOT,
            "<a href=\"../stages/stage/?id=%d&amp;attempt=%d\">%d%s</a>",
            stage.stage(),
            stage.attempt(),
            stage.stage(),
            attempt);
    return row(List.of(link, Utility.escape(stage.name())), stage.sums());
  }

  private static List<String> row(ScanBytes scan) {
    String link =
        String.format(
            Locale.ROOT, "<a href=\"../SQL/execution/?id=%d\">%d</a>", scan.query(), scan.query());
    return List.of(
        link,
        Utility.escape(scan.scan()),
        bytes(scan.planned()),
        share(scan.local(), scan.planned()),
        share(scan.possible(), scan.planned()));
  }

  private static List<String> row(List<String> first, TaskSums sums) {
    List<String> cells = new ArrayList<>(first);
    cells.add(Long.toString(sums.tasks()));
    cells.add(Long.toString(sums.localTasks()));
    ReadBytes read = sums.read();
    for (long bytes :
        new long[] {read.nodeLocal(), read.rackLocal(), read.remote(), read.unknown()}) {
      cells.add(bytes(bytes));
    }
    cells.add(read.sum() == 0 ? "" : percent(read.nodeLocal(), read.sum()));
    cells.add(bytes(sums.shuffle().written()));
    cells.add(bytes(sums.shuffle().readLocal()));
    cells.add(bytes(sums.shuffle().readRemote()));
    return cells;
  }

  private static String share(long part, long whole) {
    return bytes(part) + " (" + percent(part, whole) + ")";
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * part / whole);
  }

  private static String bytes(long bytes) {
    return Utils.bytesToString(bytes);
  }

  private static void table(
      StringBuilder html, String id, String title, List<String> columns, List<List<String>> rows) {
    html.append("<h4>").append(title).append("</h4><table id=\"situ-").append(id);
    html.append("\" class=\"table table-bordered table-sm table-striped\"><thead><tr>");
    columns.forEach(column -> html.append("<th>").append(column).append("</th>"));
    html.append("</tr></thead><tbody>");
    for (List<String> row : rows) {
      html.append("<tr>");
      row.forEach(cell -> html.append("<td>").append(cell).append("</td>"));
      html.append("</tr>");
    }
    html.append("</tbody></table>");
  }
}
