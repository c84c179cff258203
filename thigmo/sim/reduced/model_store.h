// Models by content: made once, shared by instances, by simulators and by the file beside a plant.
#pragma once

#include <map>
#include <mutex>
#include <span>

#include "thigmo/base/progress.h"
#include "thigmo/sim/reduced/model.h"

namespace thigmo {

using ModelPtr = std::shared_ptr<const ReducedModel>;

/// Whether a model has the nodes of the mesh, as one that was read from a file might not.
bool fits(const ReducedModel& model, const SolidMesh& mesh);

/// May be used by several threads.
class ModelStore {
  public:
    /// Models of all inputs, in their order; those that are not there yet are made, in parallel.
    /// Null pointers where the work was cancelled.
    std::vector<ModelPtr> models(std::span<const ModelInput> inputs, Progress& progress);
    /// None where there is no such model.
    ModelPtr find(uint64_t key) const;
    void add(uint64_t key, ModelPtr model);
    /// Ascending by key.
    std::vector<std::pair<uint64_t, ModelPtr>> all() const;

  private:
    mutable std::mutex guard_;
    std::map<uint64_t, ModelPtr> models_;
};

}  // namespace thigmo
