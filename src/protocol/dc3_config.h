// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/dc3_messages.h"

namespace skipstone {

// The configuration file of Digital Curling 3's server: JSON, comments allowed.
struct Dc3Config {
  std::array<std::uint16_t, 2> ports{};
  double timeout_dc_ok_s = 10.0;
  double update_interval_s = 0.0;
  bool send_trajectory = true;
  int steps_per_trajectory_frame = 100;
  // Not in the file: the protocol knows no limit for getting ready. A client that hangs there is
  // not waited for longer.
  double most_to_prepare_s = 600.0;
  Dc3Match match;
  Json whole;             // as it was written
  Json game_for_clients;  // what `is_ready` tells them
};

// Another world than the field's; logs and clients are told.
void SetWorld(Dc3Config& config, World world);

// Throws kBadData with the field's name. `name` is what errors call the text.
Dc3Config Dc3ConfigFromText(std::string_view text, const std::string& name);

}  // namespace skipstone
