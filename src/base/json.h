// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace skipstone {

// Parsed from outside: a map, so that hostile input with many keys stays fast.
using Json = nlohmann::json;
// Written by us: keys in the order they were added.
using JsonOut = nlohmann::ordered_json;

// Parses one JSON value; throws BadData that names the field where parsing failed (the place of a
// NaN, say) and the parser's reason. `where` names the source; may be empty. Comments are C++'s.
enum class Comments { kRefused, kAllowed };
Json ParseJson(std::string_view text, const std::string& where,
               Comments comments = Comments::kRefused);

// A JSON value together with the path that leads to it, so that every error names its field:
// "stones[2].x: expected a finite number, got \"abc\"". Keeps a reference to the JSON.
class Field {
 public:
  // `path` is what errors call this value; may be empty for a whole document.
  Field(const Json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  const Json& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }
  bool is_number() const { return value_->is_number(); }
  bool is_string() const { return value_->is_string(); }
  bool is_object() const { return value_->is_object(); }
  bool is_array() const { return value_->is_array(); }

  // A member of an object; the first throws if it is missing, the second returns nothing if it is
  // missing or null.
  Field At(const char* key) const;
  std::optional<Field> Find(const char* key) const;

  // An array's elements.
  std::size_t Size(std::size_t most) const;
  Field operator[](std::size_t index) const;

  double Number() const;  // finite
  double Number(double low, double high) const;
  std::int64_t Int(std::int64_t low, std::int64_t high) const;
  std::uint64_t Unsigned() const;
  // A float32 of the field's programs, however many digits it is written with.
  double Float32(double low, double high) const;
  bool Bool() const;
  const std::string& String() const;

  // An error about this field.
  Error Bad(const std::string& message) const;

 private:
  const Json* value_;
  std::string path_;
};

// The member "id" of a line, to be repeated in its answer: a string, number or nothing.
Json IdOf(const Field& line);

// A short quotation of a value for an error message.
std::string Quote(const Json& value);

}  // namespace skipstone
