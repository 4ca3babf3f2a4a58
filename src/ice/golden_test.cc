#include <gtest/gtest.h>

#include <fstream>

#include "ice/engine.h"
namespace skipstone {
static void Check(const char* file, Law law, double tol) {
  std::ifstream in(std::string(SKIPSTONE_SOURCE_DIR "/tests/golden/") + file);
  std::string l;
  int exact = 0, n = 0, bad = 0, hits = 0;
  double worst = 0;
  while (std::getline(in, l)) {
    Json j = Json::parse(l);
    Field f(j, "");
    if (j.value("four_rock_rule", false)) continue;
    Ice ice = DefaultIce(law);
    auto e = MakeEngine("box2d", ice);
    Board b;
    for (auto& s : j["stones"])
      b.Put(s["team"].get<int>() * 8 + s["idx"].get<int>(),
            PositionFromOwnFrame(law, {s["x"].get<float>(), s["y"].get<float>()}));
    Turn t{j["thrown"]["idx"].get<int>() * 2 + j["thrown"]["team"].get<int>(), Team::k1};
    Release r =
        ReleaseFromOwnFrame(law, {j["shot"]["vx"].get<float>(), j["shot"]["vy"].get<float>()},
                            HandleFromJson(f.At("shot").At("rotation")));
    CheckThrow(ice, b, t, r);
    auto v = VelocityToOwnFrame(law, r);
    ASSERT_EQ((float)v.x, j["shot"]["vx"].get<float>());
    ASSERT_EQ((float)v.y, j["shot"]["vy"].get<float>());
    Outcome o = e->Run(b, t, r);
    ++n;
    bool ok = (int)j["result"]["stones"].size() == o.board.count();
    bool near = ok;
    for (auto& s : j["result"]["stones"]) {
      int slot = s["team"].get<int>() * 8 + s["idx"].get<int>();
      if (!o.board.Has(slot)) {
        ok = near = false;
        continue;
      }
      Vec2 p = PositionToOwnFrame(law, o.board.position(slot));
      if ((float)p.x != s["x"].get<float>() || (float)p.y != s["y"].get<float>()) {
        ok = false;
        double d = std::hypot(p.x - s["x"].get<double>(), p.y - s["y"].get<double>());
        worst = std::max(worst, d);
        if (d > tol) near = false;
      }
    }
    exact += ok;
    bad += !near;
    if (j.contains("collisions")) hits += j["collisions"].get<int>() != o.contacts;
  }
  printf("%s: %d of %d exact, %d bad, worst %g mm, contact count differs %d\n", file, exact, n, bad,
         worst * 1e3, hits);
}
TEST(G, a) { Check("fcv1_dev_free.jsonl", Law::kFcv1, 0); }
TEST(G, b) { Check("fcv1_dev_cluster.jsonl", Law::kFcv1, 0); }
TEST(G, c) { Check("dc2_dev_free.jsonl", Law::kDc2, 1e-4); }
TEST(G, d) { Check("dc2_dev_real.jsonl", Law::kDc2, 1e-4); }
TEST(G, e) { Check("dc2_dev_cluster.jsonl", Law::kDc2, 1e-4); }
TEST(G, f) { Check("fcv1_dev_real.jsonl", Law::kFcv1, 0); }
}  // namespace skipstone
