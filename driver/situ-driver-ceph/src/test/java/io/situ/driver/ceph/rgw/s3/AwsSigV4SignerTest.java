// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of "Authenticating Requests: Using the Authorization Header" of Amazon S3. */
final class AwsSigV4SignerTest {

  private static final AwsSigV4Signer SIGNATURE =
      new AwsSigV4Signer(
          new S3Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
          "us-east-1");

  private static String signed(String path, Map<String, String> query, Map<String, String> more) {
    AwsSigV4Signer.Request request =
        new AwsSigV4Signer.Request("GET", path, query, more, AwsSigV4Signer.EMPTY);
    return SIGNATURE
        .sign(request, "examplebucket.s3.amazonaws.com", Instant.parse("2013-05-24T00:00:00Z"))
        .get("authorization");
  }

  @Test
  void signsWhatAmazonSigns() {
    assertThat(signed("/test.txt", Map.of(), Map.of("range", "bytes=0-9")))
        .isEqualTo(
            "AWS4-HMAC-SHA256"
                + " Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    assertThat(signed("/", Map.of("lifecycle", ""), Map.of()))
        .endsWith("=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    assertThat(signed("/", Map.of("prefix", "J", "max-keys", "2"), Map.of()))
        .endsWith("=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }

  @Test
  void encodesAllBytesButThePlainOnes() {
    byte[] text = "a/b c+d~ä".getBytes(StandardCharsets.UTF_8);
    assertThat(AwsSigV4Signer.encode(text, true)).isEqualTo("a/b%20c%2Bd~%C3%A4");
    assertThat(AwsSigV4Signer.encode(text, false)).isEqualTo("a%2Fb%20c%2Bd~%C3%A4");
    assertThat(ListObjectsResult.decode("a%2Fb%20c%2Bd~%C3%A4")).isEqualTo(text);
  }

  @Test
  void theSecretIsNoPartOfAText() {
    assertThat(SIGNATURE.toString()).contains("AKIA").doesNotContain("wJalr");
  }
}
