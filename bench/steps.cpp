// What the benchmarks of moving plants share.
#include "bench/steps.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <ctime>
#include <numbers>

namespace thigmo::bench {
namespace {

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double cpu_seconds() {
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds() {
    return seconds(CLOCK_MONOTONIC);
}

double allocated_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

Run::Run(size_t bodies, double dt, std::function<void()> step)
    : bodies_(static_cast<double>(bodies)), dt_(dt), step_(std::move(step)), best_(INFINITY) {
    constexpr double of_a_batch = 0.004;  // s
    step_();
    const double began = cpu_seconds();
    step_();
    batch_ += static_cast<size_t>(of_a_batch / std::max(cpu_seconds() - began, 1e-6));
}

void Run::time_steps(benchmark::State& state) {
    size_t in_batch = 0;
    double began = cpu_seconds();
    for (auto _ : state) {
        step_();
        if (++in_batch < batch_) continue;
        const double now = cpu_seconds();
        best_ = std::min(best_, (now - began) / static_cast<double>(in_batch));
        total_ += now - began;
        steps_ += static_cast<double>(in_batch);
        in_batch = 0;
        began = now;
    }
    state.counters = counters;
    state.counters["ns_per_body"] = 1e9 * best_ / bodies_;
    state.counters["mean_ns_per_body"] = 1e9 * total_ / steps_ / bodies_;
    state.counters["realtime_factor"] = dt_ / best_;
    if (holds && !holds()) state.SkipWithError("the motion was not the one to be timed");
}

Run& kept_run(const std::string& row, const std::function<std::unique_ptr<Run>()>& make) {
    static std::string kept_row;
    static std::unique_ptr<Run> kept;
    if (!kept || row != kept_row) {
        kept.reset();
        kept = make();
        kept_row = row;
    }
    return *kept;
}

/// Least squares of y(t + s) = a y(t) + b y(t − s), s an eighth of a period where dt allows: the
/// roots of z² = a z + b are e^{λs} and its conjugate.
Mode fit_mode(std::span<const double> y, double dt, double about_hz) {
    const auto lag = static_cast<size_t>(std::max(1.0, std::round(1 / (8 * about_hz * dt))));
    double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
    for (size_t i = lag; i + lag < y.size(); ++i) {
        const double a = y[i], b = y[i - lag], to = y[i + lag];
        aa += a * a, ab += a * b, bb += b * b, ay += a * to, by += b * to;
    }
    const double determinant = aa * bb - ab * ab;
    const double a = (ay * bb - by * ab) / determinant, b = (by * aa - ay * ab) / determinant;
    const std::complex<double> root = (a + std::sqrt(std::complex<double>(a * a + 4 * b))) / 2.0;
    const std::complex<double> lambda = std::log(root) / (static_cast<double>(lag) * dt);
    return {std::abs(lambda.imag()) / (2 * std::numbers::pi), -lambda.real() / std::abs(lambda)};
}

}  // namespace thigmo::bench
