// Typed row ids and the columns that they index: a plant's tables are structs of these.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "thigmo/base/assert.h"

namespace thigmo {

/// The number of a row in one kind of table; Tag keeps the kinds apart.
template <class Tag>
struct RowId {
    static constexpr uint32_t none_value = UINT32_MAX;
    uint32_t value = none_value;

    constexpr RowId() = default;
    constexpr explicit RowId(size_t row) : value(static_cast<uint32_t>(row)) {}
    static constexpr RowId none() { return {}; }
    constexpr bool exists() const { return value != none_value; }
    constexpr auto operator<=>(const RowId&) const = default;
};

/// A run of consecutive rows; iterates over their ids.
template <class Id>
struct Rows {
    uint32_t first = 0;
    uint32_t count = 0;

    struct Iterator {
        uint32_t row;
        Id operator*() const { return Id(row); }
        Iterator& operator++() {
            ++row;
            return *this;
        }
        bool operator==(const Iterator&) const = default;
    };
    Iterator begin() const { return {first}; }
    Iterator end() const { return {first + count}; }
    bool empty() const { return count == 0; }
    uint32_t size() const { return count; }
    Id front() const { return Id(first); }
    Id back() const { return Id(first + count - 1); }
    bool contains(Id id) const { return id.value - first < count; }
    bool operator==(const Rows&) const = default;
};

/// A vector indexed by one kind of row id only.
template <class Id, class T>
class Column {
  public:
    using id_type = Id;
    using value_type = T;

    Column() = default;
    explicit Column(size_t size, const T& value = T()) : values_(size, value) {}
    Column(std::initializer_list<T> values) : values_(values) {}

    T& operator[](Id id) {
        THIGMO_ASSERT(id.value < values_.size());
        return values_[id.value];
    }
    const T& operator[](Id id) const {
        THIGMO_ASSERT(id.value < values_.size());
        return values_[id.value];
    }
    size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    void resize(size_t size, const T& value = T()) { values_.resize(size, value); }
    void reserve(size_t size) { values_.reserve(size); }
    Id push_back(T value) {
        values_.push_back(std::move(value));
        return Id(values_.size() - 1);
    }
    T& back() { return values_.back(); }
    const T& back() const { return values_.back(); }
    Rows<Id> rows() const { return {0, static_cast<uint32_t>(values_.size())}; }
    std::span<T> span() { return values_; }
    std::span<const T> span() const { return values_; }
    std::vector<T>& values() { return values_; }
    const std::vector<T>& values() const { return values_; }
    auto begin() { return values_.begin(); }
    auto end() { return values_.end(); }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }
    bool operator==(const Column&) const = default;

  private:
    std::vector<T> values_;
};

/// Calls visit(a, b) for the columns of two tables of one kind, pair by pair.
template <class... As, class... Bs, class Visit>
void for_columns(std::tuple<As&...> a, std::tuple<Bs&...> b, Visit visit) {
    const auto step = [&]<size_t... i>(std::index_sequence<i...>) {
        (visit(std::get<i>(a), std::get<i>(b)), ...);
    };
    step(std::index_sequence_for<As...>());
}

}  // namespace thigmo
