// What tests of motion writers share: a folder, motions by hand, and where their vertices are.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "samples/motions.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

class MotionFiles : public testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    size_t entries() const {
        return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string(testing::UnitTest::GetInstance()->current_test_info()->test_suite_name()) +
         "_" + testing::UnitTest::GetInstance()->current_test_info()->name());
};

/// While it lives, no file grows beyond so many bytes: a disk that is full.
class FullDisk {
  public:
    explicit FullDisk(rlim_t bytes) {
        handler_ = ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    rlimit before_{};
    sighandler_t handler_;
};

inline Motion swinging(const Plant& plant, size_t frames, double angle, double shape_angle) {
    Motion motion;
    for (size_t i = 0; i < frames; ++i)
        motion.poses.push_back(samples::swing(
            plant, static_cast<double>(i) / motion.frames_per_second, angle, shape_angle));
    return motion;
}

/// The sapling's vertices in a pose, the bark's first, as the skin and its shapes have them.
inline std::vector<Vec3f> posed_sapling(const Plant& plant, const Pose& pose) {
    std::vector<Vec3f> positions = pose_skin(build_skin(plant), pose).positions;
    for (const DomainId domain : plant.domains.rows()) {
        if (!plant.domains.shape[domain].exists()) continue;
        const size_t count = plant.shapes[plant.domains.shape[domain]].mesh.positions.size();
        std::vector<Vec3f> normals(count);
        positions.resize(positions.size() + count);
        place_shape(plant, domain, pose.shapes[domain],
                    std::span(positions).subspan(positions.size() - count), normals);
    }
    return positions;
}

}  // namespace thigmo
