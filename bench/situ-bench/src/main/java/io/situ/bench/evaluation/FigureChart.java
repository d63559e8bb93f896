// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;
import org.w3c.dom.Document;

/** A bar for each arm: its median, with a line from the least of its rounds to the most. */
final class FigureChart {

  private static final Color BAR = new Color(0x2f, 0x6f, 0xa8);
  private static final int WIDTH = 640;
  private static final int HEAD = 90;
  private static final int HEIGHT_OF_BAR = 36;
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private FigureChart() {}

  static void write(String title, String unit, Map<String, Figures> arms, Path file)
      throws IOException {
    DefaultCategoryDataset bars = new DefaultCategoryDataset();
    arms.forEach((arm, figures) -> bars.addValue(figures.median(), unit, arm));
    double most = arms.values().stream().mapToDouble(Figures::most).max().orElse(1);
    CategoryPlot plot =
        new CategoryPlot(bars, names(), values(unit, most), new Bars(List.copyOf(arms.values())));
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setOutlineVisible(false);
    JFreeChart chart = new JFreeChart(title, TITLE, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    draw(chart, new Dimension(WIDTH, HEAD + HEIGHT_OF_BAR * arms.size()), file);
  }

  private static CategoryAxis names() {
    CategoryAxis names = new CategoryAxis();
    names.setTickLabelFont(LABEL);
    names.setMaximumCategoryLabelWidthRatio(0.4f);
    return names;
  }

  private static NumberAxis values(String unit, double most) {
    NumberAxis values = new NumberAxis(unit);
    values.setTickLabelFont(LABEL);
    values.setLabelFont(LABEL);
    values.setRange(0, most * 1.05);
    return values;
  }

  private static final class Bars extends BarRenderer {

    private static final long serialVersionUID = 1;
    private static final int END = 5;

    private final transient List<Figures> figures;

    Bars(List<Figures> figures) {
      this.figures = figures;
      setBarPainter(new StandardBarPainter());
      setShadowVisible(false);
      setSeriesPaint(0, BAR);
    }

    @Override
    public void drawItem(
        Graphics2D picture,
        CategoryItemRendererState state,
        Rectangle2D area,
        CategoryPlot plot,
        CategoryAxis names,
        ValueAxis values,
        CategoryDataset bars,
        int row,
        int column,
        int pass) {
      super.drawItem(picture, state, area, plot, names, values, bars, row, column, pass);
      Figures one = figures.get(column);
      double left = values.valueToJava2D(one.least(), area, plot.getRangeAxisEdge());
      double right = values.valueToJava2D(one.most(), area, plot.getRangeAxisEdge());
      double y = names.getCategoryMiddle(column, figures.size(), area, plot.getDomainAxisEdge());
      picture.setPaint(Color.BLACK);
      picture.setStroke(new BasicStroke(1.2f));
      picture.draw(new Line2D.Double(left, y, right, y));
      picture.draw(new Line2D.Double(left, y - END, left, y + END));
      picture.draw(new Line2D.Double(right, y - END, right, y + END));
    }
  }

  private static void draw(JFreeChart chart, Dimension size, Path file) throws IOException {
    SVGGraphics2D picture = new SVGGraphics2D(document());
    picture.setSVGCanvasSize(size);
    chart.draw(picture, new Rectangle2D.Double(0, 0, size.width, size.height));
    try (Writer out = Files.newBufferedWriter(file)) {
      picture.stream(out, true);
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("this Java has no parser of XML", e);
    }
  }
}
