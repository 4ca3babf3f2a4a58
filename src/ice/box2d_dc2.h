// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>

#include "ice/engine.h"

namespace skipstone {

// The reference engine for dc2: Digital Curling 2's simulator on Box2D 2.4.1, whose circle contacts
// are those of the 2.3 it was written for.
std::unique_ptr<Engine> MakeBox2dDc2(const Ice& ice);

}  // namespace skipstone
