// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** The page of the tab. Servlets and sequences differ between lines of Spark. */
final class ReadPage extends WebUIPage {

  private final ReadTab tab;

  ReadPage(ReadTab tab) {
    super("");
    this.tab = tab;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Seq<Node> render(HttpServletRequest request) {
    return tab.page(request, Seq.class);
  }
}
