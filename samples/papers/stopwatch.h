// Times of experiments: judged by what the processor worked, since the clock on the wall also
// counts what other programs do.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace thigmo::papers {

/// Seconds: of work in all threads of this process, and on the wall.
struct Spent {
    double work = INFINITY, wall = INFINITY;
};

class Stopwatch {
  public:
    Spent spent() const {
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_;
        return {static_cast<double>(std::clock() - work_) / CLOCKS_PER_SEC, wall.count()};
    }

  private:
    std::clock_t work_ = std::clock();  // of the whole process, all threads together
    std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

/// The lesser work and the lesser wall time; not a number where one is none.
inline Spent least(const Spent& a, const Spent& b) {
    const auto lesser = [](double x, double y) {
        return std::isnan(x) || std::isnan(y) ? NAN : std::min(x, y);
    };
    return {lesser(a.work, b.work), lesser(a.wall, b.wall)};
}

/// The least of several runs, which other programs disturbed least.
template <class Action>
Spent best_of(int runs, Action action) {
    Spent best;
    for (int i = 0; i < runs; ++i) {
        const Stopwatch watch;
        action();
        best = least(best, watch.spent());
    }
    return best;
}

}  // namespace thigmo::papers
