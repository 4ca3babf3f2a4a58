// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>

#include "ice/engine.h"

namespace skipstone {

// The reference engine for fcv1: Digital Curling 3's simulator on Box2D 2.4.1, bit for bit. With
// the removal rule dc4 it works in the shot frame, as that server's simulator does.
std::unique_ptr<Engine> MakeBox2dFcv1(const Ice& ice);

}  // namespace skipstone
