// A GLB file taken apart by the specification's section 4.4, and its accessors.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace thigmo {

struct Glb {
    static constexpr int ushort_type = 5123, uint_type = 5125, float_type = 5126;

    nlohmann::json root;
    std::string buffer;

    explicit Glb(const std::string& bytes) {
        EXPECT_EQ(bytes.substr(0, 4), "glTF");
        EXPECT_EQ(word(bytes, 4), 2u);
        EXPECT_EQ(word(bytes, 8), bytes.size());
        const uint32_t length = word(bytes, 12);
        EXPECT_EQ(length % 4, 0u);
        EXPECT_EQ(bytes.substr(16, 4), "JSON");
        root = nlohmann::json::parse(bytes.substr(20, length));
        EXPECT_EQ(word(bytes, 20 + length) % 4, 0u);
        EXPECT_EQ(bytes.substr(24 + length, 4), std::string("BIN\0", 4));
        buffer = bytes.substr(28 + length);
    }

    /// Every number of an accessor, after the rules on its place have been checked.
    template <class T>
    std::vector<T> read(int index, size_t components, int component_type) const {
        const nlohmann::json& accessor = root["accessors"][static_cast<size_t>(index)];
        const nlohmann::json& view = root["bufferViews"][accessor["bufferView"].get<size_t>()];
        EXPECT_EQ(accessor["componentType"], component_type);
        const size_t within = accessor.value("byteOffset", 0u), count = accessor["count"];
        const size_t offset = view.value("byteOffset", 0u) + within;
        const size_t size = count * components * sizeof(T);
        EXPECT_EQ(offset % 4, 0u);
        EXPECT_LE(within + size, view["byteLength"].get<size_t>());
        EXPECT_LE(offset + size, buffer.size());
        std::vector<T> values(count * components);
        std::memcpy(values.data(), buffer.data() + offset, size);
        return values;
    }
    const nlohmann::json& primitive(size_t mesh) const {
        return root["meshes"][mesh]["primitives"][0];
    }

    static uint32_t word(const std::string& bytes, size_t at) {
        uint32_t value = 0;
        std::memcpy(&value, bytes.data() + at, 4);
        return value;
    }
};

}  // namespace thigmo
