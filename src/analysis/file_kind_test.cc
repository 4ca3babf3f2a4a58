// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/file_kind.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

struct Known {
  const char* text;
  FileKind kind;
  const char* verb;  // that its words name
};
const Known kKnown[] = {
    {R"({"record":"skipstone-game","version":3})", FileKind::kRecord, "skipstone replay f"},
    {R"({"move":"shot","called":null})", FileKind::kRecord, "skipstone replay f"},
    {R"({"ver":[1,1],"tag":"gam"})", FileKind::kLog, "skipstone replay f"},
    {"[GameInfo]\nFirst=a\n", FileKind::kLog, "skipstone replay f"},
    {R"({"table":"skipstone-wintable"})", FileKind::kWinTable, "wintable --scores f"},
    {R"({"probability":[1]})", FileKind::kWinTable, "wintable --scores f"},
    {R"({"calls":[],"currency":"win","stones":[]})", FileKind::kAnalysis, "position"},
    {R"({"setting":{},"before":{}})", FileKind::kTurnLines, "skipstone turn f"},
    {R"({"thrown":{},"stones":[]})", FileKind::kShotLines, "skipstone simulate f"},
    {R"({"shot":{"vx":1},"stones":[]})", FileKind::kShotLines, "skipstone simulate f"},
    {R"({"game":{},"server":{}})", FileKind::kMatchConfig, "dc3-server --config f"},
    {"{ // as the field writes it\n\"server\":{},\n\"game\":{}}", FileKind::kMatchConfig, "dc3"},
    {R"({"stones":[],"shot":3})", FileKind::kPosition, "skipstone analyze f"},
    {"{\n\"hammer\":\n1}\n", FileKind::kPosition, "skipstone picture f"},
    {R"({"rules":"dc3"})", FileKind::kPosition, "skipstone analyze f"},
    {"SQLite format 3 and more", FileKind::kStore, "skipstone stats f"},
    {"\x89PNG", FileKind::kPicture, "picture"},
    {"<svg xmlns", FileKind::kPicture, "picture"},
    {R"({"something":"else"})", FileKind::kUnknown, ""},
    {"[1,2,3]", FileKind::kUnknown, ""},
    {"", FileKind::kUnknown, ""}};

TEST(FileKind, IsToldByHowAFileBegins) {
  for (const Known& known : kKnown) {
    EXPECT_EQ(KindOfText(known.text), known.kind) << known.text;
    const std::string words = KindText(known.kind, "f");
    EXPECT_NE(words.find(known.verb), std::string::npos) << words;
    EXPECT_EQ(words.empty(), known.kind == FileKind::kUnknown);
  }
  const std::string network("\x10\0\0\0\0\0\0\0{\"a\":1}", 15);
  EXPECT_EQ(KindOfText(network), FileKind::kNetwork);
  EXPECT_EQ(KindOfFile("/nowhere"), FileKind::kUnknown);
}

TEST(FileKind, OthersThanWantedAreRefused) {
  for (const Known& known : kKnown) {
    EXPECT_NO_THROW(RefuseOtherKinds("f", known.kind, {FileKind::kStore, known.kind}));
    if (known.kind == FileKind::kUnknown) {
      EXPECT_NO_THROW(RefuseOtherKinds("f", known.kind, {FileKind::kStore}));
      continue;
    }
    const FileKind wanted =
        known.kind == FileKind::kNetwork ? FileKind::kStore : FileKind::kNetwork;
    try {
      RefuseOtherKinds("f", known.kind, {wanted});
      ADD_FAILURE() << known.text;
    } catch (const Error& e) {
      EXPECT_EQ(e.what(), "f: " + KindText(known.kind, "f"));
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    }
  }
}

}  // namespace
}  // namespace skipstone
