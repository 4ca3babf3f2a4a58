// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <string>

namespace skipstone {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// The text of the BadData that `call` throws; anything else fails the test.
std::string ErrorOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kBadData);
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not a skipstone::Error: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

std::string ParseErrorOf(const std::string& text) {
  return ErrorOf([&] { ParseJson(text, "game.jsonl:17"); });
}

// Calls `read` with the field "x" that holds `text`, and returns the error.
std::string FieldErrorOf(const std::string& text, const std::function<void(const Field&)>& read) {
  const Json json = ParseJson(text, "");
  return ErrorOf([&] { read(Field(json, "x")); });
}

template <typename Function>
auto ReadField(const std::string& text, Function read) {
  const Json json = ParseJson(text, "");
  return read(Field(json, "x"));
}

double NumberOf(const std::string& text) {
  return ReadField(text, [](const Field& f) { return f.Number(); });
}

std::int64_t IntOf(const std::string& text) {
  return ReadField(text, [](const Field& f) { return f.Int(kMin, kMax); });
}

std::string Repeat(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

TEST(ParseJson, NamesTheSourceAndTheColumn) {
  const std::string error = ParseErrorOf(R"({"a": 1,})");
  EXPECT_EQ(error.rfind("game.jsonl:17: a: not valid JSON: ", 0), 0u) << error;
  EXPECT_NE(error.find("column 9"), std::string::npos) << error;
  EXPECT_EQ(error.find("json.exception"), std::string::npos) << error;
}

TEST(ParseJson, RefusesNumbersThatAreNotFinite) {
  for (const char* text : {"NaN", "nan", "Infinity", "-Infinity", "inf", "1e999", "-1e999",
                           R"({"x": NaN})", R"([1, 1e400])"}) {
    EXPECT_NE(ParseErrorOf(text), "") << text;
  }
}

TEST(ParseJson, NamesTheFieldWhereItFails) {
  const auto starts = [](const std::string& text, const std::string& start) {
    return ParseErrorOf(text).rfind("game.jsonl:17: " + start + ": not valid JSON", 0) == 0;
  };
  EXPECT_TRUE(starts(R"({"stones":[{"x":1,"y":2},{"x":3,"y":NaN}]})", "stones[1].y"));
  EXPECT_TRUE(starts(R"({"id":7,"shot":{"vx":-Infinity}})", "shot.vx"));
  EXPECT_TRUE(starts(R"({"a":{"b":[1,[2,3],1e999]},"c":1})", "a.b[2]"));
  EXPECT_TRUE(starts(R"([1,2,x])", "[2]"));
}

TEST(ParseJson, RefusesWhatIsNotOneWholeValue) {
  for (const char* text : {"", " ", "{", "[1", "\"abc", "{} {}", "1 2", "{'a': 1}", "[1,]",
                           "{\"a\": 1 // comment\n}", "\xef\xbb\xbf", "01", "+1", ".5", "1."}) {
    EXPECT_NE(ParseErrorOf(text), "") << text;
  }
  EXPECT_NE(ParseErrorOf(std::string("1\0", 2)), "");
}

TEST(ParseJson, KeepsEveryBitOfADouble) {
  for (const double x : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, 38.404998779296875}) {
    EXPECT_EQ(NumberOf(JsonOut(x).dump()), x);
  }
}

// The line at fault can be a megabyte of rubbish; its report goes to a terminal or into an answer.
TEST(ParseJson, ErrorsAreShortWhateverTheInput) {
  const std::string rubbish(1 << 20, 'a');
  for (const std::string& text :
       {rubbish, "\"" + rubbish, "\"" + rubbish + "\n\"", std::string(1 << 20, '7') + "e999"}) {
    EXPECT_LT(ParseErrorOf(text).size(), 300u);
  }
}

TEST(ParseJson, ErrorsAreValidUtf8WhateverTheInput) {
  for (const char* text : {"\"\xff\"", "\"\xc3\x28\"", "\"\xe2\x82\"", "\"\xc3\xa4", "\xff", "\x9b",
                           "\"\xed\xa0\x80\"", "{\"\xfe\": 1}"}) {
    const std::string error = ParseErrorOf(text);
    EXPECT_NO_THROW(Json(error).dump()) << error;
  }
  EXPECT_NE(ParseErrorOf("\"\xff\"").find("\\xff"), std::string::npos);
}

TEST(ParseJson, SurvivesDeepNesting) {
  constexpr int kDepth = 100000;
  EXPECT_NE(ParseErrorOf(Repeat("[", kDepth)), "");
  EXPECT_NE(ParseErrorOf(Repeat("{\"a\":", kDepth)), "");
  const Json arrays = ParseJson(Repeat("[", kDepth) + Repeat("]", kDepth), "");
  EXPECT_EQ(ErrorOf([&] { Field(arrays, "x").Number(); }),
            "x: expected a finite number, got an array");
  const Json objects = ParseJson(Repeat("{\"a\":", kDepth) + "1" + Repeat("}", kDepth), "");
  EXPECT_EQ(ErrorOf([&] { Field(objects, "x").Number(); }),
            "x: expected a finite number, got an object");
}

TEST(ParseJson, ManyKeysParseFast) {
  constexpr int kKeys = 200000;
  std::string text = "{";
  for (int i = 0; i < kKeys; ++i) text += "\"k" + std::to_string(i) + "\":1,";
  text += "\"last\":2}";
  const Json json = ParseJson(text, "");  // a quadratic parser would run into the test's timeout
  EXPECT_EQ(Field(json, "").At("last").Int(0, 9), 2);
}

// As fast as a good text: a hostile line must not hold up the lines after it.
TEST(ParseJson, FailsFastAfterManyElements) {
  constexpr int kElements = 300000;
  // This thread's own time: that others compete for the processor makes no difference.
  const auto seconds_of = [](const std::function<void()>& work) {
    const auto now = [] {
      timespec time{};
      ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
  };
  for (const std::string element : {"{},", "[],", "{\"a\":1},"}) {
    const std::string elements = "[" + Repeat(element, kElements);
    const double good = seconds_of([&] { ParseJson(elements + "1]", ""); });
    std::string error;
    const double bad = seconds_of([&] { error = ParseErrorOf(elements + "x]"); });
    EXPECT_EQ(error.rfind("game.jsonl:17: [300000]: not valid JSON: ", 0), 0u) << error;
    // About as long; scanning all earlier elements at each takes a thousand times as long.
    EXPECT_LT(bad, 20.0 * good);
  }
}

TEST(Field, ErrorsNameTheWholePath) {
  const Json json = ParseJson(R"({"stones": [{"x": 1}, {"x": 2}, {"x": "abc"}]})", "");
  const Field stones = Field(json, "").At("stones");
  EXPECT_EQ(ErrorOf([&] { stones[2].At("x").Number(); }),
            "stones[2].x: expected a finite number, got \"abc\"");
  EXPECT_EQ(ErrorOf([&] { stones[1].At("y"); }), "stones[1].y: missing");
  EXPECT_EQ(ErrorOf([&] { stones.At("x"); }), "stones: expected an object, got an array");
  EXPECT_EQ(ErrorOf([&] { stones[0].At("x").Find("y"); }),
            "stones[0].x: expected an object, got 1");
}

TEST(Field, PathStartsWithTheNameOfTheDocument) {
  const Json json = ParseJson(R"({"a": {"b": true}})", "");
  EXPECT_EQ(Field(json, "setting").At("a").At("b").path(), "setting.a.b");
  EXPECT_EQ(Field(json, "").At("a").At("b").path(), "a.b");
  EXPECT_EQ(Field(json, "").Find("a")->Find("b")->path(), "a.b");
}

TEST(Field, MissingAndNullAreTheSameToFindOnly) {
  const Json json = ParseJson(R"({"null": null, "zero": 0})", "");
  const Field line(json, "");
  EXPECT_FALSE(line.Find("absent"));
  EXPECT_FALSE(line.Find("null"));
  EXPECT_TRUE(line.Find("zero"));
  EXPECT_TRUE(line.At("null").is_null());
  EXPECT_EQ(ErrorOf([&] { line.At("absent"); }), "absent: missing");
  EXPECT_EQ(ErrorOf([&] { line.At("null").Number(); }), "null: expected a finite number, got null");
}

TEST(Field, RefusesWrongTypes) {
  EXPECT_EQ(FieldErrorOf("true", [](const Field& f) { f.Number(); }),
            "x: expected a finite number, got true");
  EXPECT_EQ(FieldErrorOf("\"1\"", [](const Field& f) { f.Int(0, 9); }),
            "x: expected a whole number from 0 to 9, got \"1\"");
  EXPECT_EQ(FieldErrorOf("1", [](const Field& f) { f.Bool(); }),
            "x: expected true or false, got 1");
  EXPECT_EQ(FieldErrorOf("1", [](const Field& f) { f.String(); }), "x: expected a string, got 1");
  EXPECT_EQ(FieldErrorOf("{}", [](const Field& f) { f.Size(1); }),
            "x: expected an array, got an object");
  EXPECT_EQ(FieldErrorOf("[]", [](const Field& f) { f.At("a"); }),
            "x: expected an object, got an array");
  EXPECT_EQ(FieldErrorOf("null", [](const Field& f) { f.Unsigned(); }),
            "x: expected a whole number, not negative, got null");
}

TEST(Field, ReadsRightTypes) {
  EXPECT_EQ(NumberOf("-1.5"), -1.5);
  EXPECT_EQ(NumberOf("18446744073709551615"), 18446744073709551615.0);
  EXPECT_TRUE(ReadField("true", [](const Field& f) { return f.Bool(); }));
  EXPECT_EQ(ReadField("\"\\u00e4\"", [](const Field& f) { return f.String(); }), "\xc3\xa4");
  EXPECT_EQ(ReadField("[1, 2]", [](const Field& f) { return f.Size(2); }), 2u);
}

// A caller may hand over a value that no parser made.
TEST(Field, NumberRefusesInfinityMadeByHand) {
  const Json json = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ErrorOf([&] { Field(json, "x").Number(); }), "x: expected a finite number");
}

TEST(Field, NumberRangeIncludesItsEnds) {
  const auto in_range = [](const Field& f) { return f.Number(-1.5, 2.5); };
  EXPECT_EQ(ReadField("-1.5", in_range), -1.5);
  EXPECT_EQ(ReadField("2.5", in_range), 2.5);
  EXPECT_EQ(FieldErrorOf("2.5000000000000004", in_range),
            "x: expected a number from -1.5 to 2.5, got 2.5000000000000004");
  EXPECT_EQ(FieldErrorOf("-2", in_range), "x: expected a number from -1.5 to 2.5, got -2");
}

TEST(Field, ArrayRefusesTooManyElements) {
  EXPECT_EQ(FieldErrorOf("[1, 2, 3]", [](const Field& f) { f.Size(2); }),
            "x: expected at most 2 elements, got 3");
}

TEST(Field, IndexBeyondTheArrayIsAProgrammersError) {
  const Json json = ParseJson("[1]", "");
  try {
    Field(json, "x")[1].Number();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
  }
}

TEST(Field, IntRangeIncludesItsEnds) {
  const auto in_range = [](const Field& f) { return f.Int(-2, 7); };
  EXPECT_EQ(ReadField("-2", in_range), -2);
  EXPECT_EQ(ReadField("7", in_range), 7);
  EXPECT_EQ(FieldErrorOf("8", in_range), "x: expected a whole number from -2 to 7, got 8");
  EXPECT_EQ(FieldErrorOf("-3", in_range), "x: expected a whole number from -2 to 7, got -3");
}

TEST(Field, IntRefusesWhatDoesNotFit) {
  EXPECT_EQ(IntOf("9223372036854775807"), kMax);
  EXPECT_EQ(IntOf("-9223372036854775808"), kMin);
  for (const char* text : {"9223372036854775808", "18446744073709551615", "18446744073709551616",
                           "-9223372036854775809", "1e3", "1.0", "0.5", "1e300", "-1e300"}) {
    EXPECT_NE(FieldErrorOf(text, [](const Field& f) { f.Int(kMin, kMax); }), "") << text;
  }
}

TEST(Field, UnsignedTakesSixtyFourBitsAndNoSign) {
  const auto read = [](const Field& f) { return f.Unsigned(); };
  EXPECT_EQ(ReadField("18446744073709551615", read), ~std::uint64_t{0});
  EXPECT_EQ(ReadField("0", read), 0u);
  for (const char* text : {"-1", "18446744073709551616", "1.0", "\"1\""}) {
    EXPECT_NE(FieldErrorOf(text, read), "") << text;
  }
}

TEST(Field, Float32IsTheSameHoweverManyDigitsAreWritten) {
  const auto read = [](const Field& f) { return f.Float32(-100.0, 100.0); };
  const double want = double{38.405f};
  EXPECT_EQ(ReadField("38.405", read), want);
  EXPECT_EQ(ReadField("38.4049988", read), want);
  EXPECT_EQ(ReadField("38.404998779296875", read), want);
  EXPECT_NE(ReadField("38.40501", read), want);
  EXPECT_NE(FieldErrorOf("100.5", read), "");
}

TEST(IdOf, RepeatsStringsAndNumbers) {
  for (const char* id : {"\"a\"", "7", "-7", "0.5", "\"\""}) {
    const Json json = ParseJson(std::string("{\"id\":") + id + "}", "");
    EXPECT_EQ(IdOf(Field(json, "")).dump(), id);
  }
}

TEST(IdOf, IsNullForNoId) {
  for (const char* text : {"{}", R"({"id": null})"}) {
    const Json json = ParseJson(text, "");
    EXPECT_TRUE(IdOf(Field(json, "")).is_null()) << text;
  }
}

TEST(IdOf, RefusesEverythingElse) {
  for (const char* id : {"[]", "{}", "true", "[[[1]]]"}) {
    const Json json = ParseJson(std::string("{\"id\":") + id + "}", "");
    EXPECT_EQ(ErrorOf([&] { IdOf(Field(json, "")); }), "id: expected a string or a number") << id;
  }
  const Json no_object = ParseJson("[1]", "");
  EXPECT_EQ(ErrorOf([&] { IdOf(Field(no_object, "line")); }),
            "line: expected an object, got an array");
}

TEST(Quote, PrintsShortValues) {
  EXPECT_EQ(Quote(Json(nullptr)), "null");
  EXPECT_EQ(Quote(Json(true)), "true");
  EXPECT_EQ(Quote(Json(-1.5)), "-1.5");
  EXPECT_EQ(Quote(Json("draw")), "\"draw\"");
  EXPECT_EQ(Quote(Json(std::string(38, 'a'))).size(), 40u);
}

TEST(Quote, ShortensLongStrings) {
  for (const std::size_t length : {39, 1000, 1 << 20}) {
    EXPECT_EQ(Quote(Json(std::string(length, 'a'))), "\"" + std::string(36, 'a') + "...");
  }
}

TEST(Quote, NeverPrintsContainers) {
  EXPECT_EQ(Quote(Json::array({1, 2, 3})), "an array");
  EXPECT_EQ(Quote(Json::object({{"secret", 1}})), "an object");
  EXPECT_EQ(Quote(Json::array()), "an array");
  EXPECT_EQ(Quote(Json::object()), "an object");
}

// Names come from the command line as well, where any bytes may stand.
TEST(Quote, IsPlainAsciiForAnyBytes) {
  EXPECT_EQ(Quote(Json("\xff")), "\"\\ufffd\"");
  EXPECT_EQ(Quote(Json("\xc3\xa4\x1b[2J\n")), "\"\\u00e4\\u001b[2J\\n\"");
  const Json broken = "\xe2\x82";
  EXPECT_EQ(ErrorOf([&] { Field(broken, "x").Number(); }),
            "x: expected a finite number, got \"\\ufffd\"");
}

}  // namespace
}  // namespace skipstone
