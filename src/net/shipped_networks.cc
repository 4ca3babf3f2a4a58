// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/shipped_networks.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "base/error.h"

namespace skipstone {
namespace {

std::string NameOf(Law law, NetworkKind kind) {
  return fmt::format("{}_{}", kind == NetworkKind::kPvStones ? "pv_stones" : NetworkKindName(kind),
                     LawName(law));
}

}  // namespace

bool HasShippedNetwork(Law law, NetworkKind kind) {
  return !ShippedNetworkBytes(NameOf(law, kind)).empty();
}

std::shared_ptr<const Network> ShippedNetwork(Law law, NetworkKind kind) {
  const std::string name = NameOf(law, kind);
  const std::string path = fmt::format("models/{}.safetensors", name);
  if (!HasShippedNetwork(law, kind)) {
    throw Error(ErrorKind::kEnvironment, path,
                fmt::format("no network {} for this ice is part of the program; make one with "
                            "./skipstone learn{}, put it there and build again, or give a file: "
                            "network:file=PATH",
                            NetworkKindName(kind),
                            kind == NetworkKind::kStoneSet ? " backward" : " supervised"));
  }
  // Parsed at the first call; one that throws is tried again at the next.
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Network>> networks;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<const Network>& network = networks[name];
  if (network == nullptr) {
    network = std::make_shared<const Network>(
        Network::FromFile(TensorFileFrom(ShippedNetworkBytes(name), path), path));
  }
  return network;
}

}  // namespace skipstone
