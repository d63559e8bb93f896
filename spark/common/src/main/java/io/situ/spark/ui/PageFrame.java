// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils$;
import scala.Function0;
import scala.xml.Node;
import scala.xml.Unparsed;

/** Spark's own frame around a page, with its tabs. */
final class PageFrame {

  private static final String METHOD = "headerSparkPage";

  private PageFrame() {}

  /**
   * Returns a whole page. Spark's method for it has one argument more from 4.2 on; those after the
   * fourth have defaults.
   *
   * @param request of the servlet interface of this Spark
   * @param nodes the type of sequences of nodes that the page gives
   * @param html the body
   */
  static <T> T page(Object request, SparkUITab tab, Class<T> nodes, String html) {
    Method method =
        Arrays.stream(UIUtils$.class.getMethods())
            .filter(each -> each.getName().equals(METHOD))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("Spark's UIUtils has no " + METHOD));
    Function0<Node> body = () -> new Unparsed(html);
    List<Object> arguments =
        new ArrayList<>(List.of(request, "Reads from stores by distance", body, tab));
    try {
      while (arguments.size() < method.getParameterCount()) {
        String name = METHOD + "$default$" + (arguments.size() + 1);
        arguments.add(UIUtils$.class.getMethod(name).invoke(UIUtils$.MODULE$));
      }
      return nodes.cast(method.invoke(UIUtils$.MODULE$, arguments.toArray()));
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Spark's frame of a page cannot be made: " + e, e);
    }
  }
}
