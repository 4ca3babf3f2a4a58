// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#define SKIPSTONE_KERNEL v3
#include "net/network_kernel.inl"
