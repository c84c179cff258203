// Timings as data: milliseconds per stage.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace thigmo {

struct Profile {
    struct Stage {
        std::string name;
        double milliseconds = 0;
    };
    std::vector<Stage> stages;

    /// Runs `work` and notes its time under `name`.
    template <class Work>
    auto time(std::string name, Work&& work) {
        struct Note {
            Profile& profile;
            std::string name;
            std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
            ~Note() {
                const std::chrono::duration<double, std::milli> spent =
                    std::chrono::steady_clock::now() - start;
                profile.stages.push_back({std::move(name), spent.count()});
            }
        } note{*this, std::move(name)};
        return std::forward<Work>(work)();
    }
};

}  // namespace thigmo
