// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFailureTest {

  @Test
  void knowsWhatACallerMayDo() {
    assertThat(JobFailure.of(new FileNotFoundException("x")).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(JobFailure.of(new FileAlreadyExistsException("x")).kind())
        .isEqualTo(Kind.ALREADY_EXISTS);
    assertThat(JobFailure.of(new org.apache.hadoop.mapred.FileAlreadyExistsException("x")).kind())
        .isEqualTo(Kind.ALREADY_EXISTS);
    assertThat(JobFailure.of(new AccessControlException("x")).kind())
        .isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(JobFailure.of(new IOException(new ConnectException("x"))).kind())
        .isEqualTo(Kind.UNAVAILABLE);
    assertThat(JobFailure.of(new IllegalStateException("x")).kind()).isEqualTo(Kind.FAILED);
    IOException noTicket =
        new AccessControlException("Client cannot authenticate via:[TOKEN, KERBEROS]");
    assertThat(JobFailure.of(new IOException("Failed on local exception", noTicket)).sentence())
        .isEqualTo(
            "Client cannot authenticate via:[TOKEN, KERBEROS]; get a ticket of Kerberos with kinit");
  }

  @Test
  void theStoresOwnWordsCountMost() {
    StoreException store = new StoreException(Kind.NO_SPACE, StorePath.of("/a"), "no room");
    JobFailure failure = JobFailure.of(new RuntimeException(new IOException("wrapped", store)));

    assertThat(failure.toText()).isEqualTo("NO_SPACE\n'/a': no room\n");
  }

  /** Hadoop's client keeps why each of what could run the job cannot beside its own failure. */
  @Test
  void ofWhatCouldRunTheJobTheFirstReasonCounts() {
    IOException none =
        new IOException("Cannot initialize Cluster. Please check your configuration");
    none.addSuppressed(new IOException("Failed to use A", new IllegalStateException("broken")));
    none.addSuppressed(new IOException("Failed to use B", new IllegalArgumentException("wrong")));

    assertThat(JobFailure.of(none).toText()).isEqualTo("INVALID_ARGUMENT\nwrong\n");
  }

  @Test
  void whatFailedAfterwardsDoesNotReplaceTheReason() {
    RuntimeException failed = new IllegalStateException("out of memory");
    failed.addSuppressed(new StoreException(Kind.NO_SPACE, StorePath.of("/a"), "no room"));

    assertThat(JobFailure.of(failed).toText())
        .isEqualTo("FAILED\nIllegalStateException: out of memory\n");
  }

  @Test
  void isWrittenAsAWhole(@TempDir Path scratch) throws IOException {
    JobFailure failure = new JobFailure(Kind.NO_SPACE, "no room");
    failure.write(scratch.resolve("failure"));

    assertThat(scratch.resolve("failure")).hasContent(failure.toText());
    assertThat(scratch.toFile().list()).containsExactly("failure");
    assertThatThrownBy(() -> failure.write(scratch.resolve("none/failure")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void isOneSentence() {
    assertThat(JobFailure.of(new IOException("first\n  second\r\nthird")).sentence())
        .isEqualTo("first; second; third");
    assertThat(JobFailure.of(new ClassNotFoundException("a.B")).sentence())
        .isEqualTo("there is no class a.B in the job jar");
  }
}
