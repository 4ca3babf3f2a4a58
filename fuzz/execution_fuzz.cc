// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// An execution model with sizes, such as "dc3:speed_error=0.01", as options and files name it.

#include <cmath>

#include "fuzz.h"
#include "game/execution.h"

namespace skipstone::fuzz {
namespace {

void CheckModel(const ExecutionSizes& sizes, Law law) {
  const auto execution = MakeExecution(sizes, law);
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    const Release called = TeeDraw(law, handle);
    RandomStream random({.seed = 1, .purpose = Purpose::kTest});
    for (int i = 0; i < 4; ++i) {
      const Release thrown = execution->Sample(called, random);
      Require(std::isfinite(thrown.speed_mps) && std::isfinite(thrown.angle_rad),
              "throws are finite");
      Require(thrown.handle == handle, "a throw keeps its handle");
      Require(execution->Density(called, thrown) >= 0.0, "densities are not negative");
    }
    const StandardPoint point = execution->ToStandard(called);
    Require(std::isfinite(point.u) && std::isfinite(point.w), "standard coordinates are finite");
  }
}

}  // namespace
}  // namespace skipstone::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const ExecutionSizes sizes = SizesFromText(TextOf(data, size));
    const Json written = ReadBack(ToJson(sizes));
    Require(SizesFromJson(Field(written, "")) == sizes, "sizes survive JSON");
    for (const Law law : {Law::kFcv1, Law::kDc2}) CheckModel(sizes, law);
  });
  return 0;
}
