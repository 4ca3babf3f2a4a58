// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/run_folder.h"

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/log_file.h"

namespace skipstone {

void BeginRun(const std::filesystem::path& folder, const JsonOut& setup) {
  MakeFolder(folder);
  const std::string text = setup.dump(1) + "\n";
  const std::filesystem::path path = folder / "run.json";
  if (!std::filesystem::exists(path)) {
    WriteFile(path, text);
  } else if (ReadFile(path) != text) {
    throw Error(ErrorKind::kUsage, folder.string(),
                "expected a run of this very setup, got another (run.json); give another folder, "
                "or the options it was begun with");
  }
}

std::string HashOfNetwork(const std::filesystem::path& path) {
  Hasher hasher;
  hasher.AddText(ReadFile(path));
  return HashText(hasher.value());
}

JsonOut NetworkMetadata(const GameTerms& terms, const JsonOut& provenance) {
  JsonOut metadata = {{"ice", LawName(terms.ice.law)},
                      {"rules", PresetName(terms.rules.preset)},
                      {"execution", ToJson(terms.sizes()).dump()}};
  for (const auto& [key, value] : provenance.items()) metadata[key] = value;
  return metadata;
}

}  // namespace skipstone
