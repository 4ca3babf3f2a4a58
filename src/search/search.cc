// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/search.h"

#include <fmt/format.h>

#include "base/error.h"
#include "search/kr_uct.h"
#include "search/uct.h"

namespace skipstone {
namespace {

constexpr double kMostConstant = 1e6;

auto MakeUct(bool rave, bool widen) {
  return [rave, widen](const SearchSetup& setup, SpecOptions& options) -> std::unique_ptr<Search> {
    UctOptions uct{.rave = rave, .widen = widen};
    uct.ucb = options.Number("ucb", uct.ucb, 0.0, kMostConstant);
    if (rave) uct.beta = options.Number("beta", uct.beta, 0.0, kMostConstant);
    const double lcb = options.Number("lcb", kLcbConstant, 0.0, kMostConstant);
    return std::make_unique<TreeSearch>(
        setup, [uct](const SearchSetup& s) { return MakeUctTree(s, uct); }, false, lcb);
  };
}

std::unique_ptr<Search> MakeKrUct(const SearchSetup& setup, SpecOptions& options) {
  KrUctOptions kr_uct;
  kr_uct.ucb = options.Number("ucb", kr_uct.ucb, 0.0, kMostConstant);
  kr_uct.samples = options.Int("samples", kr_uct.samples, 1, 1000);
  kr_uct.nearness = options.Number("tau", kr_uct.nearness, 0.0, 1.0);
  const double lcb = options.Number("lcb", kLcbConstant, 0.0, kMostConstant);
  return std::make_unique<TreeSearch>(
      setup, [kr_uct](const SearchSetup& s) { return MakeKrUctTree(s, kr_uct); }, true, lcb);
}

}  // namespace

const std::vector<SearchKind>& SearchKinds() {
  static const std::vector<SearchKind> kinds = {
      {"uct", "UCT over the generator's candidates", MakeUct(false, false)},
      {"rave", "UCT with RAVE", MakeUct(true, false)},
      {"pw", "UCT with progressive widening", MakeUct(false, true)},
      {"rave-pw", "UCT with RAVE and progressive widening", MakeUct(true, true)},
      {"kr-uct", "UCT with kernel regression over the execution error", MakeKrUct},
  };
  return kinds;
}

SpecifiedSearch MakeSearch(std::string_view spec, const SearchSetup& setup) {
  SpecOptions options("search", spec);
  SpecifiedSearch made = MakeSearch(options, setup);
  options.CheckAllUsed();
  return made;
}

SpecifiedSearch MakeSearch(SpecOptions& options, const SearchSetup& setup) {
  std::string known;
  for (const SearchKind& kind : SearchKinds()) {
    if (kind.name == options.name()) {
      SpecifiedSearch made;
      made.limits.playouts = static_cast<std::int64_t>(options.Number("playouts", 1600, 0, 1e12));
      made.limits.seconds = options.Number("seconds", 0.0, 0.0, 1e6);
      made.limits.threads = options.Int("threads", 1, 1, 256);
      made.limits.nodes = static_cast<std::int64_t>(options.Number("nodes", 1e6, 1.0, 1e9));
      made.search = kind.make(setup, options);
      return made;
    }
    known += (known.empty() ? "" : ", ") + kind.name;
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected a search ({}), got \"{}\"", known, options.name()));
}

}  // namespace skipstone
