// What the benchmarks of moving plants share: clocks, memory, and the fit of a swinging mode.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace thigmo::bench {

/// CPU time of the whole process (s): what other programs do on the machine does not count.
double cpu_seconds();
double wall_seconds();

/// Memory that the program holds now (bytes).
double allocated_bytes();

/// Something that moves, timed. A benchmark's function runs several times, its plant is built once:
/// see kept_run().
class Run {
  public:
    Run(size_t bodies, double dt, std::function<void()> step);
    /// Steps once an iteration. Reports `ns_per_body`, that of the fastest batch of steps (the
    /// least disturbed), `mean_ns_per_body`, and `realtime_factor`, simulated time over CPU time.
    void time_steps(benchmark::State& state);

    benchmark::UserCounters counters;  // further ones to report
    std::function<bool()> holds;       // whether what was timed may count

  private:
    double bodies_, dt_;
    std::function<void()> step_;
    size_t batch_ = 1;
    double best_, total_ = 0, steps_ = 0;
};

/// The run of that row, made if the one before was of another row. One is kept at a time.
Run& kept_run(const std::string& row, const std::function<std::unique_ptr<Run>()>& make);

/// Frequency and damping of one decaying oscillation.
struct Mode {
    double hz = 0, damping_ratio = 0;
};

/// Fits the oscillation to samples at equal steps of time, of which there are several a period.
Mode fit_mode(std::span<const double> samples, double dt, double about_hz);

}  // namespace thigmo::bench
