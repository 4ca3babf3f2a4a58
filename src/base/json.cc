// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace skipstone {
namespace {

// The parser repeats the offending token in its reason, however long and whatever its bytes: cut
// it and make it ASCII, so that the message can be printed and can stand in a JSON answer.
std::string Printable(std::string_view reason) {
  constexpr std::size_t kMost = 160;
  std::string text;
  for (const char c : reason.substr(0, kMost)) {
    if (c >= 0x20 && c < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  if (reason.size() > kMost) text += "...";
  return text;
}

// The field a parse has come to, followed through the parser's events. (The parser's callback for
// whole values would do, but takes quadratic time for an array of objects.)
class ParsePosition : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return EndValue(); }
  bool boolean(bool /*value*/) override { return EndValue(); }
  bool number_integer(number_integer_t /*value*/) override { return EndValue(); }
  bool number_unsigned(number_unsigned_t /*value*/) override { return EndValue(); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    return EndValue();
  }
  bool string(string_t& /*value*/) override { return EndValue(); }
  bool binary(binary_t& /*value*/) override { return EndValue(); }
  bool start_object(std::size_t /*elements*/) override {
    levels_.push_back({false, 0, ""});
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    levels_.push_back({true, 0, ""});
    return true;
  }
  bool key(string_t& value) override {
    levels_.back().key = value;
    return true;
  }
  bool end_object() override { return EndLevel(); }
  bool end_array() override { return EndLevel(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*last_token*/,
                   const nlohmann::json::exception& /*reason*/) override {
    return false;
  }

  std::string path() const {
    constexpr std::size_t kMostLevels = 8;  // of hostile nesting, the outermost will do
    std::string path;
    for (std::size_t i = 0; i < std::min(levels_.size(), kMostLevels); ++i) {
      const Level& level = levels_[i];
      if (level.is_array) {
        path += fmt::format("[{}]", level.index);
      } else if (!level.key.empty()) {
        path += (path.empty() ? "" : ".") + level.key;
      }
    }
    return Printable(path);
  }

 private:
  struct Level {
    bool is_array;
    std::size_t index;
    std::string key;
  };

  bool EndValue() {
    if (!levels_.empty()) ++levels_.back().index;
    return true;
  }
  bool EndLevel() {
    levels_.pop_back();
    return EndValue();
  }

  std::vector<Level> levels_;
};

// Parses again to see how far it gets; a good text never pays for this.
std::string WhereParsingFails(std::string_view text, bool comments) {
  ParsePosition position;
  return Json::sax_parse(text, &position, Json::input_format_t::json, true, comments)
             ? ""
             : position.path();
}

}  // namespace

Json ParseJson(std::string_view text, const std::string& where, Comments comments) {
  const bool allowed = comments == Comments::kAllowed;
  // The parser takes a NUL for the end of the text and would accept anything after it.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    throw BadData(where, fmt::format("not valid JSON: byte {} is NUL", nul + 1));
  }
  try {
    return Json::parse(text, nullptr, true, allowed);
  } catch (const nlohmann::json::exception& e) {
    // The library prefixes its messages with "[json.exception.parse_error.101] ".
    std::string_view reason = e.what();
    if (const auto end = reason.find("] "); end != std::string_view::npos) {
      reason.remove_prefix(end + 2);
    }
    const std::string path = WhereParsingFails(text, allowed);
    throw BadData(where.empty() || path.empty() ? where + path : where + ": " + path,
                  fmt::format("not valid JSON: {}", Printable(reason)));
  }
}

Field Field::At(const char* key) const {
  if (!value_->is_object()) throw Bad(fmt::format("expected an object, got {}", Quote(*value_)));
  const auto it = value_->find(key);
  const std::string path = path_.empty() ? key : path_ + "." + key;
  if (it == value_->end()) throw BadData(path, "missing");
  return Field(*it, path);
}

std::optional<Field> Field::Find(const char* key) const {
  if (!value_->is_object()) throw Bad(fmt::format("expected an object, got {}", Quote(*value_)));
  const auto it = value_->find(key);
  if (it == value_->end() || it->is_null()) return std::nullopt;
  return Field(*it, path_.empty() ? key : path_ + "." + key);
}

std::size_t Field::Size(std::size_t most) const {
  if (!value_->is_array()) throw Bad(fmt::format("expected an array, got {}", Quote(*value_)));
  if (value_->size() > most) {
    throw Bad(fmt::format("expected at most {} elements, got {}", most, value_->size()));
  }
  return value_->size();
}

Field Field::operator[](std::size_t index) const {
  SKIPSTONE_CHECK(value_->is_array() && index < value_->size());
  return Field((*value_)[index], fmt::format("{}[{}]", path_, index));
}

double Field::Number() const {
  if (!value_->is_number()) {
    throw Bad(fmt::format("expected a finite number, got {}", Quote(*value_)));
  }
  const double number = value_->get<double>();
  if (!std::isfinite(number)) throw Bad("expected a finite number");
  return number;
}

double Field::Number(double low, double high) const {
  const double number = Number();
  if (number < low || number > high) {
    throw Bad(fmt::format("expected a number from {} to {}, got {}", low, high, number));
  }
  return number;
}

std::int64_t Field::Int(std::int64_t low, std::int64_t high) const {
  const bool fits = value_->is_number_unsigned()
                        ? value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX)
                        : value_->is_number_integer();
  if (!fits || value_->get<std::int64_t>() < low || value_->get<std::int64_t>() > high) {
    throw Bad(
        fmt::format("expected a whole number from {} to {}, got {}", low, high, Quote(*value_)));
  }
  return value_->get<std::int64_t>();
}

std::uint64_t Field::Unsigned() const {
  if (!value_->is_number_unsigned()) {
    throw Bad(fmt::format("expected a whole number, not negative, got {}", Quote(*value_)));
  }
  return value_->get<std::uint64_t>();
}

double Field::Float32(double low, double high) const {
  return double{static_cast<float>(Number(low, high))};
}

bool Field::Bool() const {
  if (!value_->is_boolean()) {
    throw Bad(fmt::format("expected true or false, got {}", Quote(*value_)));
  }
  return value_->get<bool>();
}

const std::string& Field::String() const {
  if (!value_->is_string()) throw Bad(fmt::format("expected a string, got {}", Quote(*value_)));
  return value_->get_ref<const std::string&>();
}

Error Field::Bad(const std::string& message) const { return BadData(path_, message); }

Json IdOf(const Field& line) {
  const auto id = line.Find("id");
  if (!id) return nullptr;
  if (!id->is_string() && !id->is_number()) throw id->Bad("expected a string or a number");
  return id->value();
}

std::string Quote(const Json& value) {
  // Objects and arrays may be large or deep: name them instead of printing them.
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

}  // namespace skipstone
