// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace skipstone {

using Json = nlohmann::json;  // parsed from outside: base/json.h

// JSON that we write: its keys stay in the order in which they were added. It is written as a
// nlohmann::ordered_json is,
//   JsonOut line = {{"id", 7}, {"stones", JsonOut::array()}};
// and dumps the same bytes, but it is no template: files that write a line or two took longer to
// compile than all else in them.
class JsonOut {
 public:
  using Member = std::pair<std::string, JsonOut>;

  JsonOut() = default;  // null
  JsonOut(std::nullptr_t) {}
  JsonOut(const char* text) : JsonOut(std::string_view(text)) {}
  JsonOut(const std::string& text) : JsonOut(std::string_view(text)) {}
  JsonOut(std::string_view text);
  JsonOut(double number) : kind_(Kind::kNumber) { number_ = number; }
  // Not what converts to them, as a pointer does to bool.
  template <typename T>
    requires std::integral<T>
  JsonOut(T value) {
    if constexpr (std::same_as<T, bool>) {
      kind_ = Kind::kBool;
      bool_ = value;
    } else if constexpr (std::signed_integral<T>) {
      kind_ = Kind::kInt;
      int_ = value;
    } else {
      kind_ = Kind::kUnsigned;
      unsigned_ = value;
    }
  }
  // An object, if all are pairs of a text and something; else an array.
  JsonOut(std::initializer_list<JsonOut> items);
  // An array, or an object of a map.
  template <typename Range>
    requires(std::ranges::input_range<const Range> &&
             !std::convertible_to<const Range&, std::string_view> &&
             !std::same_as<Range, JsonOut>)
  JsonOut(const Range& range) {
    if constexpr (requires { typename Range::mapped_type; }) {
      *this = object();
      for (const auto& [key, value] : range) (*this)[key] = JsonOut(value);
    } else {
      *this = array();
      using Item = std::ranges::range_value_t<const Range>;
      for (const auto& item : range) push_back(JsonOut(static_cast<const Item&>(item)));
    }
  }
  // What was read.
  explicit JsonOut(const Json& json);

  JsonOut(const JsonOut& other);
  JsonOut(JsonOut&& other) noexcept { Swap(other); }
  JsonOut& operator=(JsonOut other) noexcept {
    Swap(other);
    return *this;
  }
  ~JsonOut();

  static JsonOut array();
  static JsonOut object();
  static JsonOut parse(std::string_view text);  // throws BadData

  // As text, without line breaks or with so many blanks for each depth. Text that is no UTF-8 gets
  // a replacement character; numbers that are not finite are null.
  std::string dump(int indent = -1) const;

  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_object() const { return kind_ == Kind::kObject; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_string() const { return kind_ == Kind::kText; }

  // Of arrays and objects; null has none, other values one.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  // Of objects. The first adds the key, and makes an object of null.
  JsonOut& operator[](std::string_view key);
  const JsonOut& operator[](std::string_view key) const { return at(key); }
  const JsonOut& at(std::string_view key) const;
  bool contains(std::string_view key) const;
  void erase(std::string_view key);
  void update(const JsonOut& other);  // takes over its members
  const std::vector<Member>& items() const;

  // Of arrays. The first makes one of null.
  void push_back(JsonOut item);
  JsonOut& operator[](std::size_t index);
  const JsonOut& operator[](std::size_t index) const;
  JsonOut& back();
  const JsonOut* begin() const;
  const JsonOut* end() const;

  // The value, which must be of that kind.
  const std::string& text() const;
  double number() const;

  // Numbers of different types are equal if their values are.
  friend bool operator==(const JsonOut& a, const JsonOut& b);

 private:
  enum class Kind : std::uint8_t {
    kNull,
    kBool,
    kInt,
    kUnsigned,
    kNumber,
    kText,
    kArray,
    kObject
  };
  struct Writer;

  void Swap(JsonOut& other) const noexcept;
  bool IsMember() const;
  bool is_number() const {
    return kind_ == Kind::kInt || kind_ == Kind::kUnsigned || kind_ == Kind::kNumber;
  }

  // Mutable, so that what stands in braces can be moved out of the list it comes in.
  mutable Kind kind_ = Kind::kNull;
  mutable union {
    bool bool_;
    std::int64_t int_ = 0;
    std::uint64_t unsigned_;
    double number_;
    std::string* text_;
    std::vector<JsonOut>* array_;
    std::vector<Member>* object_;
  };
};

}  // namespace skipstone
