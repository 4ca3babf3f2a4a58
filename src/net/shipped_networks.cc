// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/shipped_networks.h"

#include <fmt/format.h>

#include "base/error.h"

namespace skipstone {
namespace {

std::shared_ptr<const Network> Parsed(Law law) {
  const std::string name = fmt::format("models/stones_{}.safetensors", LawName(law));
  if (!HasShippedNetwork(law)) {
    throw Error(ErrorKind::kEnvironment, name,
                "no network for this ice is part of the program; make one with ./skipstone learn "
                "backward, put it there and build again, or give a file: network:file=PATH");
  }
  return std::make_shared<const Network>(
      Network::FromFile(TensorFileFrom(ShippedNetworkBytes(law), name), name));
}

}  // namespace

bool HasShippedNetwork(Law law) { return !ShippedNetworkBytes(law).empty(); }

std::shared_ptr<const Network> ShippedNetwork(Law law) {
  // Parsed at the first call; one that throws is tried again at the next.
  if (law == Law::kFcv1) {
    static const std::shared_ptr<const Network> network = Parsed(Law::kFcv1);
    return network;
  }
  static const std::shared_ptr<const Network> network = Parsed(Law::kDc2);
  return network;
}

}  // namespace skipstone
