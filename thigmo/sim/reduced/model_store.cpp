// Looks models up, and makes those that are missing.
#include "thigmo/sim/reduced/model_store.h"

#include <mutex>
#include <set>

#include "thigmo/base/parallel.h"

namespace thigmo {

std::shared_ptr<ModelStore> make_model_store() {
    return std::make_shared<ModelStore>();
}

bool fits(const ReducedModel& model, const SolidMesh& mesh) {
    return model.shapes.rows() == static_cast<Eigen::Index>(3 * mesh.nodes.size());
}

ModelPtr ModelStore::find(uint64_t key) const {
    const std::lock_guard lock(guard_);
    const auto found = models_.find(key);
    return found == models_.end() ? nullptr : found->second;
}

void ModelStore::add(uint64_t key, ModelPtr model) {
    const std::lock_guard lock(guard_);
    models_[key] = std::move(model);
}

std::vector<std::pair<uint64_t, ModelPtr>> ModelStore::all() const {
    const std::lock_guard lock(guard_);
    return {models_.begin(), models_.end()};
}

std::vector<ModelPtr> ModelStore::models(std::span<const ModelInput> inputs, Progress& progress) {
    std::vector<uint64_t> keys(inputs.size());
    std::vector<size_t> missing;
    std::set<uint64_t> asked;
    for (size_t i = 0; i < inputs.size(); ++i) {
        keys[i] = content_key(inputs[i]);
        const ModelPtr known = find(keys[i]);
        const bool usable = known && (known->size == 0 || fits(*known, inputs[i].mesh));
        if (!usable && asked.insert(keys[i]).second) missing.push_back(i);
    }
    size_t made = 0;
    std::mutex counting;
    parallel_chunks(missing.size(), 1, [&](size_t first, size_t last) {
        for (size_t k = first; k < last && !progress.cancelled(); ++k) {
            add(keys[missing[k]], std::make_shared<ReducedModel>(reduce(inputs[missing[k]])));
            const std::lock_guard lock(counting);
            progress.report(static_cast<double>(++made) / static_cast<double>(missing.size()),
                            "reducing domains");
        }
    });
    std::vector<ModelPtr> found;
    for (const uint64_t key : keys) found.push_back(find(key));
    return found;
}

}  // namespace thigmo
