package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {

  @TempDir Path directory;

  @Test
  void everyObjectIsFoundAgain() throws Exception {
    SyntheticStore store = new SyntheticStore(5, 10, 1000);
    Manifest manifest = Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT);
    assertThat(manifest.counts().objects()).isEqualTo(store.objects());
    Snapshot snapshot = Inventory.open(directory).snapshot();
    List<String> keys = new ArrayList<>();
    List<StoreObject> objects = new ArrayList<>();
    Rows rows = snapshot.rows();
    for (Row row = rows.next(); row != null; row = rows.next()) {
      keys.add(Keys.of(row.object()));
      objects.add(row.object());
    }
    assertThat(keys).hasSize((int) store.objects()).isSortedAccordingTo(Keys::compare);
    for (int i = 0; i < objects.size(); i += 997) {
      StoreObject object = objects.get(i);
      assertThat(snapshot.find(object.path()).orElseThrow().object()).isEqualTo(object);
    }
  }
}
