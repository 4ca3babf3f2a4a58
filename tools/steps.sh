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
