// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the jar's code for Spark refers to is in the Spark on this module's class path. */
@Tag("end-to-end")
@Tag("each-spark")
class LinkageTest {

  private static final String CODE = "io/situ/spark/";

  /** The file system comes with it; the rest of the bundle is for other engines. */
  private static final String FILE_SYSTEM = "io/situ/hadoop/";

  /** Hadoop 3.3, which Spark 3.5 has, lacks these. The code that uses them asks for them first. */
  private static final Set<String> LATER =
      Set.of(
          "org.apache.hadoop.fs.BulkDelete",
          "org.apache.hadoop.fs.BulkDeleteUtils",
          "org.apache.hadoop.fs.FileRange",
          "org.apache.hadoop.fs.statistics.IOStatisticsContext",
          "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitter",
          "org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.FileEntry");

  private static final int MIN_CLASSES = 150;

  private static List<byte[]> classes() throws IOException {
    List<byte[]> classes = new ArrayList<>();
    try (JarFile jar = new JarFile(Path.of(System.getProperty("situ.spark.jar")).toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        String name = entry.getName();
        if (name.endsWith(".class") && (name.startsWith(CODE) || name.startsWith(FILE_SYSTEM))) {
          try (InputStream in = jar.getInputStream(entry)) {
            classes.add(in.readAllBytes());
          }
        }
      }
    }
    return classes;
  }

  private static List<String> missing(List<byte[]> classes, Set<String> absent) throws IOException {
    Linkage linkage = new Linkage(LinkageTest.class.getClassLoader(), absent);
    for (byte[] code : classes) {
      linkage.check(new ClassReader(code));
    }
    return linkage.missing();
  }

  @Test
  void allThatTheJarRefersToIsThere() throws IOException {
    List<byte[]> classes = classes();

    assertThat(classes).hasSizeGreaterThan(MIN_CLASSES);
    Set<String> absent = SparkLine.sparkVersion().startsWith("3.") ? LATER : Set.of();
    assertThat(missing(classes, absent)).as("Spark " + SparkLine.sparkVersion()).isEmpty();
  }

  /** A class of the jar's kind, with references that no Spark has. */
  private static byte[] broken() {
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, CODE + "Broken", null, "java/lang/Object", null);
    MethodVisitor method =
        type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
    method.visitCode();
    String context = "org/apache/spark/SparkContext";
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, context, "stop", "(Ljava/util/List;)V", false);
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, context, "stop", "()V", false);
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, context, "hashCode", "()I", false);
    method.visitFieldInsn(Opcodes.GETSTATIC, context + "$", "NONE", "Ljava/lang/Object;");
    method.visitTypeInsn(Opcodes.NEW, "org/apache/spark/NoSuchClass");
    method.visitMaxs(0, 0);
    method.visitEnd();
    type.visitEnd();
    return type.toByteArray();
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    assertThat(missing(List.of(broken()), Set.of()))
        .containsExactly(
            "class org.apache.spark.NoSuchClass, for io.situ.spark.Broken",
            "field org.apache.spark.SparkContext$.NONE of Ljava/lang/Object;,"
                + " for io.situ.spark.Broken",
            "method org.apache.spark.SparkContext.stop(Ljava/util/List;)V,"
                + " for io.situ.spark.Broken");
  }
}
