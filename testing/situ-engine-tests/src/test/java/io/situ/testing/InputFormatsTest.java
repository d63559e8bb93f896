// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.mapred.AvroKey;
import org.apache.avro.mapreduce.AvroJob;
import org.apache.avro.mapreduce.AvroKeyInputFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapreduce.OrcInputFormat;
import org.apache.orc.mapreduce.OrcMapreduceRecordWriter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleInputFormat;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs on files of the formats that people keep, which lie in stripes on three hosts: every record
 * is read once, and splits begin where stripes do.
 */
@Tag("end-to-end")
class InputFormatsTest {

  private static final int RECORDS = 120_000;
  private static final int STRIPE = 4 << 20;
  private static final String STARTS = "starts";

  private static final Schema AVRO =
      SchemaBuilder.record("Row").fields().requiredLong("id").requiredString("payload").endRecord();
  private static final MessageType PARQUET =
      MessageTypeParser.parseMessageType(
          "message row { required int64 id; required binary payload (UTF8); }");
  private static final String ORC = "struct<id:bigint,payload:string>";

  @TempDir private Path scratch;

  /** Takes the records of a file. */
  private interface Sink {
    void put(long id, String payload) throws IOException;
  }

  /** What makes up the records of a file. */
  private interface Source {
    void to(Sink sink) throws IOException;
  }

  /** Configures a job to read a format. */
  private interface Reading {
    void of(Job job);
  }

  /** Writes a file of a format. */
  private interface Writing {
    void write(Path file, Source source) throws IOException;
  }

  private enum Format {
    TEXT(3, (file, source) -> lines(Files.newOutputStream(file), source), Format::readLines),
    GZIP(1, (file, source) -> compressed(new GzipCodec(), file, source), Format::readLines),
    /** The keys of lines depend on where splits begin. */
    BZIP2(1, (file, source) -> compressed(new BZip2Codec(), file, source), Format::readLines),
    SEQUENCE_FILE(
        3, (file, source) -> sequence(CompressionType.NONE, file, source), Format::readPairs),
    SEQUENCE_FILE_OF_COMPRESSED_RECORDS(
        3, (file, source) -> sequence(CompressionType.RECORD, file, source), Format::readPairs),
    SEQUENCE_FILE_OF_COMPRESSED_BLOCKS(
        3, (file, source) -> sequence(CompressionType.BLOCK, file, source), Format::readPairs),
    AVRO_FILE(3, Format::writeAvro, Format::readAvro),
    PARQUET_FILE(3, Format::writeParquet, Format::readParquet),
    ORC_FILE(3, Format::writeOrc, Format::readOrc);

    private final int leastSplits;
    private final Writing writing;
    private final Reading reading;

    Format(int leastSplits, Writing writing, Reading reading) {
      this.leastSplits = leastSplits;
      this.writing = writing;
      this.reading = reading;
    }

    private static void readLines(Job job) {
      job.setInputFormatClass(TextInputFormat.class);
      job.setMapperClass(Lines.class);
    }

    private static void readPairs(Job job) {
      job.setInputFormatClass(SequenceFileInputFormat.class);
      job.setMapperClass(Pairs.class);
    }

    private static void writeAvro(Path file, Source source) throws IOException {
      try (var out = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(AVRO))) {
        out.create(AVRO, file.toFile());
        source.to(
            (id, payload) -> {
              GenericRecord row = new GenericData.Record(AVRO);
              row.put("id", id);
              row.put("payload", payload);
              out.append(row);
            });
      }
    }

    private static void readAvro(Job job) {
      job.setInputFormatClass(AvroKeyInputFormat.class);
      AvroJob.setInputKeySchema(job, AVRO);
      job.setMapperClass(AvroRows.class);
    }

    private static void writeParquet(Path file, Source source) throws IOException {
      SimpleGroupFactory rows = new SimpleGroupFactory(PARQUET);
      try (ParquetWriter<Group> out =
          ExampleParquetWriter.builder(hadoop(file))
              .withType(PARQUET)
              .withRowGroupSize(1L << 20)
              .build()) {
        source.to(
            (id, payload) ->
                out.write(rows.newGroup().append("id", id).append("payload", payload)));
      }
    }

    /**
     * Its splits are of a class of its own, which are not cut but may be made as long as stripes.
     */
    private static void readParquet(Job job) {
      job.setInputFormatClass(ExampleInputFormat.class);
      job.setMapperClass(ParquetRows.class);
      job.getConfiguration().setLong("fs.situ.store.vol.block.size", STRIPE);
    }

    private static void writeOrc(Path file, Source source) throws IOException {
      TypeDescription type = TypeDescription.fromString(ORC);
      Configuration conf = new Configuration();
      OrcConf.STRIPE_SIZE.setLong(conf, 1 << 20);
      OrcStruct row = new OrcStruct(type);
      var out =
          new OrcMapreduceRecordWriter<OrcStruct>(
              OrcFile.createWriter(hadoop(file), OrcFile.writerOptions(conf).setSchema(type)));
      source.to(
          (id, payload) -> {
            row.setFieldValue("id", new LongWritable(id));
            row.setFieldValue("payload", new Text(payload));
            out.write(NullWritable.get(), row);
          });
      out.close(null);
    }

    private static void readOrc(Job job) {
      job.setInputFormatClass(OrcInputFormat.class);
      job.setMapperClass(OrcRows.class);
    }

    private static void compressed(CompressionCodec codec, Path file, Source source)
        throws IOException {
      ReflectionUtils.setConf(codec, new Configuration());
      Path named = Path.of(file + codec.getDefaultExtension());
      lines(codec.createOutputStream(Files.newOutputStream(named)), source);
    }

    private static void lines(OutputStream stream, Source source) throws IOException {
      try (Writer out = new OutputStreamWriter(stream, StandardCharsets.UTF_8)) {
        source.to((id, payload) -> out.write(id + " " + payload + "\n"));
      }
    }

    private static void sequence(CompressionType type, Path file, Source source)
        throws IOException {
      Configuration conf = new Configuration();
      DefaultCodec codec = new DefaultCodec();
      codec.setConf(conf);
      try (SequenceFile.Writer out =
          SequenceFile.createWriter(
              conf,
              SequenceFile.Writer.file(hadoop(file)),
              SequenceFile.Writer.keyClass(LongWritable.class),
              SequenceFile.Writer.valueClass(Text.class),
              SequenceFile.Writer.compression(type, codec))) {
        source.to((id, payload) -> out.append(new LongWritable(id), new Text(payload)));
      }
    }

    private static org.apache.hadoop.fs.Path hadoop(Path file) {
      return new org.apache.hadoop.fs.Path(file.toUri());
    }
  }

  /** Hadoop keeps stores by their names, and the next test has another one of this name. */
  @AfterEach
  void forgetTheStore() throws IOException {
    FileSystem.closeAll();
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "AVRO_FILE", "PARQUET_FILE", "ORC_FILE"})
  void everyRecordOnceFromSplitsThatBeginWhereStripesDo(Format format) throws Exception {
    assertReadsEveryRecordOnce(format);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TEXT", "AVRO_FILE", "PARQUET_FILE", "ORC_FILE"})
  void everyRecordOnceFromSplitsOfOtherFormats(Format format) throws Exception {
    assertReadsEveryRecordOnce(format);
  }

  private void assertReadsEveryRecordOnce(Format format) throws Exception {
    Path in = Files.createDirectory(scratch.resolve("in"));
    Map<String, String> expected = new TreeMap<>();
    // Whose compression takes the longest.
    int records = format == Format.BZIP2 ? RECORDS / 2 : RECORDS;
    format.writing.write(in.resolve("data"), sink -> put(sink, records, expected));
    try (var crc = Files.newDirectoryStream(in, ".*.crc")) {
      for (Path file : crc) {
        Files.delete(file);
      }
    }

    Job job = job(format);
    assertThat(job.waitForCompletion(false)).isTrue();

    Map<String, String> found =
        Files.readAllLines(scratch.resolve("out/part-r-00000")).stream()
            .map(line -> line.split("\t"))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    assertThat(found).isEqualTo(expected);
    var starts =
        StreamSupport.stream(job.getCounters().getGroup(STARTS).spliterator(), false)
            .map(Counter::getName)
            .toList();
    assertThat(starts).hasSizeGreaterThanOrEqualTo(format.leastSplits);
    assertThat(starts).allMatch(start -> Long.parseLong(start) % STRIPE == 0);
  }

  /** How many records have a key, and what they add up to. */
  private static void put(Sink sink, int records, Map<String, String> expected) throws IOException {
    Random random = new Random(1);
    Map<String, long[]> sums = new TreeMap<>();
    byte[] bytes = new byte[80];
    for (long id = 0; id < records; id++) {
      random.nextBytes(bytes);
      String payload = Base64.getEncoder().encodeToString(bytes);
      sink.put(id, payload);
      long[] sum = sums.computeIfAbsent(Sum.key(id), key -> new long[2]);
      sum[0]++;
      sum[1] += Sum.value(id, payload);
    }
    sums.forEach((key, sum) -> expected.put(key, sum[0] + " " + sum[1]));
  }

  private Job job(Format format) throws IOException {
    Path stripes = scratch.resolve("stripes");
    Files.writeString(
        stripes,
        """
        #!/bin/bash
        while IFS=$'\\t' read -r path offset length; do
          end=$((offset + length))
          while ((offset < end)); do
            next=$(((offset / 4194304 + 1) * 4194304))
            ((next > end)) && next=$end
            printf '%s\\t%s\\tnode%s\\n' "$offset" "$((next - offset))" "$((offset / 4194304 % 3))"
            offset=$next
          done
          echo
        done
        """);
    assertThat(stripes.toFile().setExecutable(true)).isTrue();
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "situ");
    conf.set("situ.mapreduce.framework", "local");
    // The mappers ask where their splits begin, and such jobs' splits are not cut otherwise.
    conf.set("situ.mapreduce.regroup", "always");
    conf.set("hadoop.tmp.dir", scratch + "/tmp");
    conf.setInt("mapreduce.client.completion.pollinterval", 50);
    conf.set("fs.situ.store.vol.driver", "posix");
    conf.set("fs.situ.store.vol.root", scratch.toString());
    conf.set("fs.situ.store.vol.placement.command", stripes.toString());
    Job job = Job.getInstance(conf);
    format.reading.of(job);
    job.setReducerClass(Sums.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("situ://vol/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path("situ://vol/out"));
    return job;
  }

  /** What the records add up to, without what else this class needs in the process. */
  private static final class Sum {

    private Sum() {}

    static String key(long id) {
      return Long.toString(id % 50);
    }

    static long value(long id, String payload) {
      return id * 31 + payload.hashCode();
    }
  }

  /** What all these mappers put out. */
  public abstract static class Rows<K, V> extends Mapper<K, V, Text, LongWritable> {
    @Override
    protected void setup(Context context) {
      long start = ((FileSplit) context.getInputSplit()).getStart();
      context.getCounter(STARTS, Long.toString(start)).increment(1);
    }

    final void put(long id, String payload, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(Sum.key(id)), new LongWritable(Sum.value(id, payload)));
    }
  }

  /** Of text. */
  public static final class Lines extends Rows<LongWritable, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split(" ");
      put(Long.parseLong(fields[0]), fields[1], context);
    }
  }

  /** Of a SequenceFile. */
  public static final class Pairs extends Rows<LongWritable, Text> {
    @Override
    protected void map(LongWritable id, Text payload, Context context)
        throws IOException, InterruptedException {
      put(id.get(), payload.toString(), context);
    }
  }

  /** Of Avro. */
  public static final class AvroRows extends Rows<AvroKey<GenericRecord>, NullWritable> {
    @Override
    protected void map(AvroKey<GenericRecord> row, NullWritable none, Context context)
        throws IOException, InterruptedException {
      put((long) row.datum().get("id"), row.datum().get("payload").toString(), context);
    }
  }

  /** Of Parquet. */
  public static final class ParquetRows extends Rows<Void, Group> {
    @Override
    protected void map(Void none, Group row, Context context)
        throws IOException, InterruptedException {
      put(row.getLong("id", 0), row.getString("payload", 0), context);
    }
  }

  /** Of ORC. */
  public static final class OrcRows extends Rows<NullWritable, OrcStruct> {
    @Override
    protected void map(NullWritable none, OrcStruct row, Context context)
        throws IOException, InterruptedException {
      long id = ((LongWritable) row.getFieldValue("id")).get();
      put(id, row.getFieldValue("payload").toString(), context);
    }
  }

  /** Counts and adds up. */
  public static final class Sums extends Reducer<Text, LongWritable, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      long count = 0;
      long sum = 0;
      for (LongWritable value : values) {
        count++;
        sum += value.get();
      }
      context.write(key, new Text(count + " " + sum));
    }
  }
}
