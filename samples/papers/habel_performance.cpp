// What it costs to move a tree of the paper's size, [Habel2009] table 3.
#include <fmt/format.h>

#include <cmath>

#include "samples/beam_tree.h"
#include "samples/papers/habel.h"
#include "samples/papers/stopwatch.h"

namespace thigmo::papers {
namespace {

/// The tree with all that moving it needs.
class Mover {
  public:
    explicit Mover(Bending bending)
        : plant_(samples::beam_tree()),
          beams_(build_branches(plant_, settings_)),
          texture_(sway_texture(settings_)),
          field_(leaf_texture(settings_, 0.1)),
          live_(controls(settings_)),
          gale_(make_gale(beams_, settings_, live_)),
          surface_(plant_, beams_, bending, samples::beam_tree_vertices(plant_)),
          positions_(surface_.vertices().size()),
          normals_(positions_.size()),
          tangents_(positions_.size()) {}

    size_t vertices() const { return positions_.size(); }
    /// As it is at rest: what a static tree costs.
    void copy() {
        positions_ = surface_.vertices().positions;
        normals_ = surface_.vertices().normals;
        tangents_ = surface_.vertices().tangents;
    }
    void move(double time, Quality quality) {
        find_bends(beams_, texture_, gale_, {}, time, bends_);
        surface_.move(bends_, field_, make_flutter(live_, 0, time), quality,
                      {positions_, normals_, tangents_});
    }

  private:
    BeamSettings settings_;
    Plant plant_;
    BeamPlant beams_;
    MotionTexture texture_;
    FlutterTexture field_;
    BeamControls live_;
    Gale gale_;
    BeamSurface surface_;
    std::vector<Vec4f> positions_, normals_, tangents_;
    std::vector<Bend> bends_;
};

/// Finds what ten frames take, in the best of several runs.
template <class Frame>
Spent ten_frames(Frame frame) {
    int next = 0;
    return best_of(6, [&] {
        for (int i = 0; i < 10; ++i) frame(next++ / 60.0);
    });
}

Row cost(const char* name, const Spent& ten, double printed) {
    return bound_above(fmt::format("{} (ms of work per frame)", name), 100 * ten.work, 1000.0 / 60,
                       "a frame at 60 Hz")
        .print(printed)
        .set("wall_ms", 100 * ten.wall);
}

}  // namespace

/// The printed times are of a graphics card of 2007, ours of this machine's processor; the shader's
/// stand in the page.
void habel_performance(Table& table, Progress& progress) {
    Mover tree(Bending::true_length), simple(Bending::sheared);
    progress.report(0.2, "moving a tree");
    const Spent fixed = ten_frames([&](double) { tree.copy(); });
    const Spent full = ten_frames([&](double time) { tree.move(time, Quality::full); });
    const Spent simplified =
        ten_frames([&](double time) { simple.move(time, Quality::positions); });
    progress.report(0.6, "moving four trees");
    const Spent four = ten_frames([&](double time) {
        for (int i = 0; i < 4; ++i) tree.move(time + 17 * i, Quality::full);
    });
    table.rows.push_back(show("static: copied as it is (ms of work per frame)", 100 * fixed.work)
                             .set("vertices", tree.vertices()));
    table.rows.push_back(cost("animated", full, 0.104));
    table.rows.push_back(cost("simplified: positions, no length correction", simplified, 0.68));
    table.rows.push_back(cost("four trees", four, 5.4));
}

}  // namespace thigmo::papers
