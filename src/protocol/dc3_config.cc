// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_config.h"

#include <fmt/format.h>

namespace skipstone {
namespace {

constexpr double kMostTimeout_s = 3600.0;
constexpr int kMostSteps = 100'000;
constexpr double kStep_s = 0.001;

// The field's server copies the object to its clients unless the operator hides some of it.
Json GameForClients(const Field& config) {
  const auto instead = config.Find("game_is_ready");
  const auto patch = config.Find("game_is_ready_patch");
  if (instead && patch) {
    throw patch->Bad("expected game_is_ready or game_is_ready_patch, got both");
  }
  Json game = instead ? instead->value() : config.At("game").value();
  if (!patch) return game;
  try {
    return game.patch(patch->value());
  } catch (const Json::exception& e) {
    throw patch->Bad(fmt::format("expected a JSON patch that fits \"game\": {}", e.what()));
  }
}

}  // namespace

void SetWorld(Dc3Config& config, World world) {
  config.match.world = world;
  for (Json* game : {&config.whole["game"], &config.game_for_clients}) {
    // What is hidden from clients stays so.
    if (game->contains("simulator")) (*game)["simulator"]["world"] = WorldName(world);
  }
}

Dc3Config Dc3ConfigFromText(std::string_view text, const std::string& name) {
  Dc3Config config;
  config.whole = ParseJson(text, name, Comments::kAllowed);
  const Field whole(config.whole, "");
  const Field server = whole.At("server");
  for (std::size_t team = 0; team < 2; ++team) {
    config.ports[team] =
        static_cast<std::uint16_t>(server.At("port").At(kDc3Teams[team]).Int(0, UINT16_MAX));
  }
  if (config.ports[0] != 0 && config.ports[0] == config.ports[1]) {
    throw server.At("port").Bad("expected two different ports");
  }
  config.timeout_dc_ok_s = server.At("timeout_dc_ok").Number(0.0, kMostTimeout_s);
  if (const auto interval = server.Find("update_interval")) {
    config.update_interval_s = interval->Number(0.0, kMostTimeout_s);
  }
  config.send_trajectory = server.At("send_trajectory").Bool();
  config.steps_per_trajectory_frame =
      static_cast<int>(server.At("steps_per_trajectory_frame").Int(1, kMostSteps));
  config.match = Dc3MatchFromJson(whole.At("game"));
  const Field step = whole.At("game").At("simulator").At("seconds_per_frame");
  if (step.Float32(0.0, 1.0) != static_cast<double>(static_cast<float>(kStep_s))) {
    throw step.Bad(fmt::format("expected {}, the step of fcv1", kStep_s));
  }
  config.game_for_clients = GameForClients(whole);
  return config;
}

}  // namespace skipstone
