// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/json_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace skipstone {
namespace {

template <typename Parsed>
JsonOut From(const Parsed& json) {
  switch (json.type()) {
    case Parsed::value_t::boolean:
      return json.template get<bool>();
    case Parsed::value_t::number_integer:
      return json.template get<std::int64_t>();
    case Parsed::value_t::number_unsigned:
      return json.template get<std::uint64_t>();
    case Parsed::value_t::number_float:
      return json.template get<double>();
    case Parsed::value_t::string:
      return json.template get_ref<const std::string&>();
    case Parsed::value_t::array: {
      JsonOut array = JsonOut::array();
      for (const Parsed& item : json) array.push_back(From(item));
      return array;
    }
    case Parsed::value_t::object: {
      JsonOut object = JsonOut::object();
      for (const auto& [key, value] : json.items()) object[key] = From(value);
      return object;
    }
    default:
      return nullptr;
  }
}

}  // namespace

// Writes as nlohmann's serializer does.
struct JsonOut::Writer {
  std::string& out;
  int indent;
  std::size_t depth = 0;

  void Write(const JsonOut& json) {
    switch (json.kind_) {
      case Kind::kNull:
        out += "null";
        break;
      case Kind::kBool:
        out += json.bool_ ? "true" : "false";
        break;
      case Kind::kInt:
        out += fmt::format_int(json.int_).str();
        break;
      case Kind::kUnsigned:
        out += fmt::format_int(json.unsigned_).str();
        break;
      case Kind::kNumber:
        WriteNumber(json.number_);
        break;
      case Kind::kText:
        WriteText(*json.text_);
        break;
      case Kind::kArray:
        WriteItems('[', ']', *json.array_, [this](const JsonOut& item) { Write(item); });
        break;
      case Kind::kObject:
        WriteItems('{', '}', *json.object_, [this](const Member& member) {
          WriteText(member.first);
          out += indent >= 0 ? ": " : ":";
          Write(member.second);
        });
        break;
    }
  }

  void WriteNumber(double number) {
    if (!std::isfinite(number)) {
      out += "null";
      return;
    }
    std::array<char, 64> digits;
    const char* const end =
        nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  void WriteText(const std::string& text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
      return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
    });
    if (plain) {
      out += '"';
      out += text;
      out += '"';
    } else {
      out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }

  template <typename Items, typename WriteItem>
  void WriteItems(char open, char close, const Items& items, const WriteItem& write_item) {
    out += open;
    depth += 1;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += ',';
      BreakLine();
      write_item(items[i]);
    }
    depth -= 1;
    if (!items.empty()) BreakLine();
    out += close;
  }

  void BreakLine() {
    if (indent < 0) return;
    out += '\n';
    out.append(depth * static_cast<std::size_t>(indent), ' ');
  }
};

JsonOut::JsonOut(std::string_view text) : kind_(Kind::kText) { text_ = new std::string(text); }

JsonOut::JsonOut(std::initializer_list<JsonOut> items) {
  if (std::all_of(items.begin(), items.end(), [](const JsonOut& item) { return item.IsMember(); })) {
    *this = object();
    object_->reserve(items.size());
    for (const JsonOut& item : items) {
      std::vector<JsonOut>& pair = *item.array_;
      if (!contains(*pair[0].text_)) {
        object_->emplace_back(std::move(*pair[0].text_), std::move(pair[1]));
      }
    }
  } else {
    *this = array();
    array_->reserve(items.size());
    for (const JsonOut& item : items) item.Swap(array_->emplace_back());
  }
}

JsonOut::JsonOut(const Json& json) : JsonOut(From(json)) {}

JsonOut::JsonOut(const JsonOut& other) : kind_(other.kind_) {
  switch (kind_) {
    case Kind::kText:
      text_ = new std::string(*other.text_);
      break;
    case Kind::kArray:
      array_ = new std::vector<JsonOut>(*other.array_);
      break;
    case Kind::kObject:
      object_ = new std::vector<Member>(*other.object_);
      break;
    case Kind::kBool:
      bool_ = other.bool_;
      break;
    case Kind::kNumber:
      number_ = other.number_;
      break;
    case Kind::kNull:
    case Kind::kInt:
    case Kind::kUnsigned:
      unsigned_ = other.unsigned_;
      break;
  }
}

JsonOut::~JsonOut() {
  if (kind_ == Kind::kText) delete text_;
  if (kind_ == Kind::kArray) delete array_;
  if (kind_ == Kind::kObject) delete object_;
}

// The union's members all are plain and of the same size: whichever it is, its bytes move.
void JsonOut::Swap(JsonOut& other) const noexcept {
  static_assert(sizeof(unsigned_) == sizeof(object_) && sizeof(unsigned_) == sizeof(number_));
  std::swap(kind_, other.kind_);
  std::array<unsigned char, sizeof(unsigned_)> bytes;
  std::memcpy(bytes.data(), &unsigned_, bytes.size());
  std::memcpy(&unsigned_, &other.unsigned_, bytes.size());
  std::memcpy(&other.unsigned_, bytes.data(), bytes.size());
}

JsonOut JsonOut::array() {
  JsonOut json;
  json.array_ = new std::vector<JsonOut>();
  json.kind_ = Kind::kArray;
  return json;
}

JsonOut JsonOut::object() {
  JsonOut json;
  json.object_ = new std::vector<Member>();
  json.kind_ = Kind::kObject;
  return json;
}

JsonOut JsonOut::parse(std::string_view text) {
  try {
    return From(nlohmann::ordered_json::parse(text));
  } catch (const nlohmann::ordered_json::exception& error) {
    throw BadData("", error.what());
  }
}

std::string JsonOut::dump(int indent) const {
  std::string text;
  Writer{text, indent}.Write(*this);
  return text;
}

std::size_t JsonOut::size() const {
  switch (kind_) {
    case Kind::kNull:
      return 0;
    case Kind::kArray:
      return array_->size();
    case Kind::kObject:
      return object_->size();
    default:
      return 1;
  }
}

JsonOut& JsonOut::operator[](std::string_view key) {
  if (kind_ == Kind::kNull) *this = object();
  SKIPSTONE_CHECK(is_object());
  for (Member& member : *object_) {
    if (member.first == key) return member.second;
  }
  return object_->emplace_back(std::string(key), JsonOut()).second;
}

const JsonOut& JsonOut::at(std::string_view key) const {
  for (const Member& member : items()) {
    if (member.first == key) return member.second;
  }
  throw Error(ErrorKind::kInternal, std::string(key), "there is no such key");
}

bool JsonOut::contains(std::string_view key) const {
  return is_object() && std::any_of(object_->begin(), object_->end(),
                                    [key](const Member& member) { return member.first == key; });
}

void JsonOut::erase(std::string_view key) {
  SKIPSTONE_CHECK(is_object());
  std::erase_if(*object_, [key](const Member& member) { return member.first == key; });
}

void JsonOut::update(const JsonOut& other) {
  for (const auto& [key, value] : other.items()) (*this)[key] = value;
}

const std::vector<JsonOut::Member>& JsonOut::items() const {
  SKIPSTONE_CHECK(is_object());
  return *object_;
}

void JsonOut::push_back(JsonOut item) {
  if (kind_ == Kind::kNull) *this = array();
  SKIPSTONE_CHECK(is_array());
  array_->push_back(std::move(item));
}

JsonOut& JsonOut::operator[](std::size_t index) {
  SKIPSTONE_CHECK(is_array() && index < array_->size());
  return (*array_)[index];
}

const JsonOut& JsonOut::operator[](std::size_t index) const {
  SKIPSTONE_CHECK(is_array() && index < array_->size());
  return (*array_)[index];
}

JsonOut& JsonOut::back() { return (*this)[size() - 1]; }

const JsonOut* JsonOut::begin() const {
  SKIPSTONE_CHECK(is_array());
  return array_->data();
}

const JsonOut* JsonOut::end() const { return begin() + array_->size(); }

const std::string& JsonOut::text() const {
  SKIPSTONE_CHECK(is_string());
  return *text_;
}

double JsonOut::number() const {
  SKIPSTONE_CHECK(is_number());
  if (kind_ == Kind::kNumber) return number_;
  return kind_ == Kind::kInt ? static_cast<double>(int_) : static_cast<double>(unsigned_);
}

bool operator==(const JsonOut& a, const JsonOut& b) {
  using Kind = JsonOut::Kind;
  if (a.kind_ != b.kind_) {
    if (!a.is_number() || !b.is_number()) return false;
    if (a.kind_ == Kind::kNumber || b.kind_ == Kind::kNumber) return a.number() == b.number();
    // One is signed: equal bits are equal values unless it is negative.
    return a.unsigned_ == b.unsigned_ && (a.kind_ == Kind::kInt ? a.int_ : b.int_) >= 0;
  }
  switch (a.kind_) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return a.bool_ == b.bool_;
    case Kind::kInt:
    case Kind::kUnsigned:
      return a.unsigned_ == b.unsigned_;
    case Kind::kNumber:
      return a.number_ == b.number_;
    case Kind::kText:
      return *a.text_ == *b.text_;
    case Kind::kArray:
      return *a.array_ == *b.array_;
    case Kind::kObject:
      return *a.object_ == *b.object_;
  }
  return false;
}

bool JsonOut::IsMember() const {
  return is_array() && array_->size() == 2 && (*array_)[0].is_string();
}

}  // namespace skipstone
