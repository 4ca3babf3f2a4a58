#!/usr/bin/env bash
# For scripts that run checks one after the other (.ci/run, tools/check_all).
# step NAME COMMAND...: runs it, and says how long it took, by the clock and on the CPUs. In a script
# with `set -e` the first that fails is the last.
step() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  local TIMEFORMAT="== $name: %R s, CPU %U s + %S s"
  time "$@"
}

# packages LIST: installs those of the list that are missing, as root; else says how to.
packages() {
  local wanted missing
  mapfile -t wanted < "$1"
  mapfile -t missing < <(for name in "${wanted[@]}"; do
    dpkg-query -W -f '${Status}' "$name" 2> /dev/null | grep -q 'ok installed' || echo "$name"
  done)
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if [ "$(id -u)" -ne 0 ]; then
    echo "these packages are missing; install them with" >&2
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 3
  fi
  apt-get update -q > /dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" > /dev/null
}

# suite PRESET TARGETS CTEST_ARGUMENT...: builds the targets with a preset and runs those of their
# tests that are asked for.
suite() {
  local preset=$1 targets
  read -r -a targets <<< "$2"
  shift 2
  cmake --preset "$preset" > /dev/null
  ninja -C "build/$preset" "${targets[@]}" | tail -n 1
  ctest --test-dir "build/$preset" --output-on-failure -j "$(nproc)" "$@" | tail -n 12
}
