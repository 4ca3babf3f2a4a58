// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "analysis/report.h"
#include "picture/landscape.h"
#include "search/landscape.h"

namespace skipstone {

// The picture of a landscape with what a search did in it.
LandscapePicture DrawLandscape(const ShotLandscape& landscape, const GameTerms& terms,
                               const Moment& moment, const SearchResult& result,
                               const AnalysisReport& report, Currency currency);

}  // namespace skipstone
