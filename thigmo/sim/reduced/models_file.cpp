// Models to bytes and back, trusting nothing.
#include "thigmo/sim/reduced/models_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"

namespace thigmo {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little-endian");

constexpr std::string_view file_mark = "THGM";
constexpr size_t trailer = sizeof(uint32_t);  // the checksum

/// What the file begins with, behind its mark.
struct FileHead {
    uint32_t version = models_version;
    uint64_t models = 0;
};
constexpr size_t head_size = 16;

struct ModelHead {
    uint64_t key = 0;
    uint32_t size = 0;   // r
    uint32_t nodes = 0;  // of its mesh
};

/// All arrays of the right sizes, their numbers 0.
ReducedModel make_zero_model(const ModelHead& head) {
    const auto r = static_cast<int>(head.size);
    ReducedModel model;
    model.size = r;
    model.elastic = make_zero_quartic(r);
    model.stress = {r, Eigen::MatrixXd::Zero(r * (r + 1) / 2, r)};
    model.body = make_body_integrals(r);
    model.shapes = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(head.nodes), r);
    model.sway = Eigen::VectorXd::Zero(r);
    return model;
}

/// Calls visit(first, count) for every array of numbers, in the order of the file.
template <class Model, class Visit>
void each_array(Model& model, const Visit& visit) {
    using Number = std::conditional_t<std::is_const_v<Model>, const double, double>;
    const auto fours = [&](auto& array) {
        visit(reinterpret_cast<Number*>(array.data()), 4 * array.size());
    };
    const auto matrix = [&](auto& all) { visit(all.data(), static_cast<size_t>(all.size())); };
    visit(&model.lowest, 1);
    fours(model.elastic.coefficients);
    matrix(model.stress.product);
    visit(&model.body.mass, 1);
    matrix(model.body.first);
    matrix(model.body.second);
    auto of_modes = model.body.of_modes.all();
    fours(of_modes);
    fours(model.body.of_pairs);
    matrix(model.shapes);
    matrix(model.sway);
}

template <class T>
void append(std::string& bytes, const T* first, size_t count = 1) {
    bytes.append(reinterpret_cast<const char*>(first), count * sizeof(T));
}

[[noreturn]] void fail(const std::string& source, std::string_view what) {
    throw InputError(fmt::format("{}: {}", source, what));
}

class Reader {
  public:
    Reader(std::span<const std::byte> bytes, const std::string& source)
        : left_(bytes), source_(source) {}

    template <class T>
    void read(T* first, size_t count = 1) {
        if (count > left_.size() / sizeof(T))
            fail(source_, "damaged: found an end within a model, expected one behind the last");
        if (count == 0) return;  // an empty list has no address to copy to
        std::memcpy(first, left_.data(), count * sizeof(T));
        left_ = left_.subspan(count * sizeof(T));
    }
    size_t left() const { return left_.size(); }

  private:
    std::span<const std::byte> left_;
    const std::string& source_;
};

ReducedModel read_model(Reader& reader, const ModelHead& head, const std::string& source) {
    if (head.size < 1 || head.size > most_coordinates)
        fail(source, fmt::format("damaged: found a model of {} shapes, expected 1 to {}", head.size,
                                 most_coordinates));
    // Before room is made for the shapes: that they are there.
    if (head.nodes > reader.left() / (3 * sizeof(double) * head.size))
        fail(source, fmt::format("damaged: found a model of {} nodes, expected no more than the "
                                 "file holds",
                                 head.nodes));
    ReducedModel model = make_zero_model(head);
    bool finite = true;
    each_array(model, [&](double* first, size_t count) {
        reader.read(first, count);
        finite =
            finite && std::all_of(first, first + count, [](double x) { return std::isfinite(x); });
    });
    if (!finite) fail(source, "damaged: found a number that is not finite in a model");
    if (!(model.lowest > 0 && model.body.mass > 0))
        fail(source,
             fmt::format("damaged: found a model of mass {:g} and lowest ω² {:g}, expected more "
                         "than 0",
                         model.body.mass, model.lowest));
    if (!(model.sway.minCoeff() >= 0))
        fail(source, fmt::format("damaged: found a shape whose sway resists by {:g}, expected 0 or "
                                 "more",
                                 model.sway.minCoeff()));
    return model;
}

}  // namespace

std::filesystem::path models_path(const std::filesystem::path& plant) {
    return std::filesystem::path(plant).replace_extension(".models");
}

std::string encode_models(const ModelStore& store) {
    const auto all = store.all();
    FileHead file;
    for (const auto& [key, model] : all) file.models += model->size > 0;
    std::string bytes(file_mark);
    append(bytes, &file.version);
    append(bytes, &file.models);
    for (const auto& [key, model] : all) {
        if (model->size == 0) continue;
        const ModelHead head{key, static_cast<uint32_t>(model->size),
                             static_cast<uint32_t>(model->shapes.rows() / 3)};
        append(bytes, &head);
        each_array(*model, [&](const double* first, size_t count) { append(bytes, first, count); });
    }
    const uint32_t sum = checksum(std::as_bytes(std::span(bytes)));
    append(bytes, &sum);
    return bytes;
}

bool decode_models(std::span<const std::byte> bytes, const std::string& source, ModelStore& store) {
    if (bytes.empty()) fail(source, "found an empty file, expected a .models file");
    if (bytes.size() < head_size + trailer ||
        std::memcmp(bytes.data(), file_mark.data(), file_mark.size()) != 0)
        fail(source, fmt::format("found no mark '{}' at its beginning, expected a .models file",
                                 file_mark));
    Reader reader(bytes.first(bytes.size() - trailer).subspan(file_mark.size()), source);
    FileHead file;
    reader.read(&file.version);
    if (file.version != models_version) return false;
    uint32_t stated = 0;
    std::memcpy(&stated, bytes.data() + bytes.size() - trailer, trailer);
    if (const uint32_t sum = checksum(bytes.first(bytes.size() - trailer)); sum != stated)
        fail(source, fmt::format("found checksum {:08x}, expected {:08x} (the file is damaged or "
                                 "cut short)",
                                 sum, stated));
    reader.read(&file.models);
    ModelStore read;  // so that a file that is damaged further on leaves nothing behind
    for (uint64_t i = 0, before = 0; i < file.models; ++i) {
        ModelHead head;
        reader.read(&head);
        if (i > 0 && head.key <= before)
            fail(source, fmt::format("damaged: found key {:016x} after {:016x}, expected them "
                                     "ascending",
                                     head.key, before));
        before = head.key;
        read.add(head.key, std::make_shared<ReducedModel>(read_model(reader, head, source)));
    }
    if (reader.left() > 0)
        fail(source, fmt::format("damaged: found {} bytes behind the last model, expected none",
                                 reader.left()));
    for (const auto& [key, model] : read.all()) store.add(key, model);
    return true;
}

bool load_models(const std::filesystem::path& path, ModelStore& store) {
    return decode_models(MappedFile(path).bytes(), path.string(), store);
}

}  // namespace thigmo
