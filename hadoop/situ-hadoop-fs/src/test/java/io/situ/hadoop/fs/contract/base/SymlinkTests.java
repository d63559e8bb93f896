// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SymlinkBaseTest;
import org.junit.jupiter.api.Test;

/**
 * Symbolic links, which are the operating system's. Three tests of the base class open a link by a
 * {@code file:} path where links are like that; here they do the same by {@code situ:} paths.
 */
abstract class SymlinkTests extends SymlinkBaseTest {

  /** What the tests ask here is whether links are as those of {@code file:}. */
  @Override
  protected String getScheme() {
    return "file";
  }

  @Override
  protected String testBaseDir1() {
    return TestStore.chosen().top() + "/test1";
  }

  @Override
  protected String testBaseDir2() {
    return TestStore.chosen().top() + "/test2";
  }

  @Override
  protected URI testURI() {
    return TestStore.chosen().uri();
  }

  private Path full(String path) {
    return new Path(testURI().getScheme(), testURI().getAuthority(), path);
  }

  private void checkLink(Path link, Path target) throws IOException {
    Path place = new Path(testBaseDir1(), "linkToFile");
    FileStatus status = wrapper.getFileLinkStatus(link);
    assertThat(status.isSymlink()).isTrue();
    assertThat(status.isDirectory()).isFalse();
    assertThat(status.getSymlink()).isEqualTo(full(testBaseDir1() + "/file"));
    assertThat(wrapper.getLinkTarget(link)).isEqualTo(target);
    assertThat(wrapper.isFile(link)).isTrue();
    wrapper.setWorkingDirectory(new Path(testBaseDir1()));
    readFile(new Path("linkToFile"));
    readFile(place);
    readFile(full(place.toString()));
  }

  @Test
  @Override
  public void testCreateLinkUsingRelPaths() throws IOException {
    createAndWriteFile(new Path(testBaseDir1(), "file"));
    wrapper.setWorkingDirectory(new Path(testBaseDir1()));

    wrapper.createSymlink(new Path("file"), new Path("linkToFile"), false);
    checkLink(new Path(testBaseDir1(), "linkToFile"), new Path("file"));

    wrapper.rename(new Path(testBaseDir1()), new Path(testBaseDir2()), Rename.OVERWRITE);
    Path moved = new Path(testBaseDir2(), "linkToFile");
    assertThat(wrapper.getFileLinkStatus(moved).getSymlink())
        .isEqualTo(full(testBaseDir2() + "/file"));
    readFile(moved);
  }

  @Test
  @Override
  public void testCreateLinkUsingAbsPaths() throws IOException {
    Path file = new Path(testBaseDir1(), "file");
    checkLinkToAbsolute(file, new Path(testBaseDir1(), "linkToFile"));
  }

  @Test
  @Override
  public void testCreateLinkUsingFullyQualPaths() throws IOException {
    checkLinkToAbsolute(full(testBaseDir1() + "/file"), full(testBaseDir1() + "/linkToFile"));
  }

  private void checkLinkToAbsolute(Path file, Path link) throws IOException {
    Path plain = new Path(testBaseDir1(), "file");
    createAndWriteFile(plain);

    wrapper.createSymlink(file, link, false);
    checkLink(link, plain);

    wrapper.rename(new Path(testBaseDir1()), new Path(testBaseDir2()), Rename.OVERWRITE);
    Path moved = new Path(testBaseDir2(), "linkToFile");
    assertThat(wrapper.getFileLinkStatus(moved).getSymlink()).isEqualTo(full(plain.toString()));
    assertThatThrownBy(() -> readFile(moved)).isInstanceOf(FileNotFoundException.class);
  }
}
