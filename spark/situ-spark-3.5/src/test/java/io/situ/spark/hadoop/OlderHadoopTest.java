// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.compat.HadoopFeature;
import io.situ.hadoop.fs.SituFileSystem;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Situ's file system with the Hadoop of Spark 3.5, which lacks classes of newer ones. */
@Tag("end-to-end")
@Tag("spark-3.5")
class OlderHadoopTest {

  /** What is loaded only where Hadoop has what it needs, or asks for it. */
  private static final List<String> NEED_NEWER =
      List.of(
          "io.situ.hadoop.bulkdelete.BulkDeleteFileSystem",
          "io.situ.hadoop.bulkdelete.SituBulkDelete",
          "io.situ.hadoop.compat.HadoopThreadStatistics",
          "io.situ.hadoop.fs.SituCommitterFactory$Manifests",
          "io.situ.hadoop.fs.stream.VectoredRead");

  @TempDir private java.nio.file.Path scratch;

  private static String bundle() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.contains("situ-hadoop-bundle"))
        .findFirst()
        .orElseThrow();
  }

  private FileSystem open() throws IOException {
    return FileSystem.newInstance(URI.create("situ:///"), new Configuration());
  }

  private Path path(String name) {
    return new Path("situ://" + scratch.resolve(name));
  }

  private static List<String> classNames() throws IOException {
    try (JarFile jar = new JarFile(bundle())) {
      return jar.stream()
          .map(entry -> entry.getName().replace('/', '.'))
          .filter(name -> name.matches("io\\.situ\\.hadoop\\..*\\.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .toList();
    }
  }

  @Test
  void allOtherClassesCanBeLoadedAndHaveAllMethods() throws Exception {
    List<String> names = classNames();
    List<String> unusable = new ArrayList<>();
    List<Method> missing = new ArrayList<>();
    for (String name : names) {
      try {
        Class<?> loaded = Class.forName(name, false, getClass().getClassLoader());
        assertThat(loaded.getDeclaredMethods()).isNotNull();
        if (!Modifier.isAbstract(loaded.getModifiers())) {
          Arrays.stream(loaded.getMethods())
              .filter(method -> Modifier.isAbstract(method.getModifiers()))
              .forEach(missing::add);
        }
      } catch (LinkageError e) {
        unusable.add(name);
      }
    }
    assertThat(names).hasSizeGreaterThan(50);
    assertThat(unusable).containsExactlyInAnyOrderElementsOf(NEED_NEWER);
    assertThat(missing).isEmpty();
  }

  @Test
  void theFileSystemIsTheOneWithoutBulkDeletion() throws IOException {
    assertThat(HadoopFeature.values()).noneMatch(HadoopFeature::isPresent);
    try (FileSystem fs = open()) {
      assertThat(fs.getClass()).isEqualTo(SituFileSystem.class);
    }
  }

  @Test
  void standardOptionsOfOpeningAreKnown() throws Exception {
    try (FileSystem fs = open()) {
      fs.create(path("file")).close();
      try (InputStream in =
          fs.openFile(path("file"))
              .must("fs.option.openfile.read.policy", "random")
              .opt("fs.option.openfile.length", "0")
              .build()
              .get()) {
        assertThat(in.read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void uploadsInPartsWork() throws Exception {
    try (FileSystem fs = open();
        MultipartUploader uploader = fs.createMultipartUploader(path("")).build()) {
      UploadHandle upload = uploader.startUpload(path("whole")).get();
      byte[] bytes = "some bytes".getBytes(UTF_8);
      PartHandle part =
          uploader
              .putPart(upload, 1, path("whole"), new ByteArrayInputStream(bytes), bytes.length)
              .get();
      uploader.complete(upload, path("whole"), Map.of(1, part)).get();

      assertThat(scratch.resolve("whole")).hasBinaryContent(bytes);
    }
  }

  @Test
  void jobsHaveTheClassicCommitter() throws IOException {
    try (FileSystem fs = open()) {
      Configuration conf = fs.getConf();
      conf.set(
          "mapreduce.outputcommitter.factory.scheme.situ",
          "io.situ.hadoop.fs.SituCommitterFactory");
      TaskAttemptContext context =
          new TaskAttemptContextImpl(
              conf, TaskAttemptID.forName("attempt_202611261200_0001_m_000000_0"));

      assertThat(PathOutputCommitterFactory.createCommitter(path("out"), context))
          .isExactlyInstanceOf(FileOutputCommitter.class);
    }
  }
}
