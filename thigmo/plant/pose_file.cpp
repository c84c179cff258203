// A temporary file of numbers: four of rotation and three of translation per motion.
#include "thigmo/plant/pose_file.h"

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

constexpr size_t numbers_per_motion = 7;

template <class Number>
void put(const Rigid& motion, std::vector<Number>& numbers) {
    for (const double x : motion.rotation.coeffs()) numbers.push_back(static_cast<Number>(x));
    for (const double x : motion.translation) numbers.push_back(static_cast<Number>(x));
}

template <class Number>
Rigid take(const Number*& at) {
    const Quat turn(static_cast<double>(at[3]), static_cast<double>(at[0]),
                    static_cast<double>(at[1]), static_cast<double>(at[2]));
    const Vec3 shift(static_cast<double>(at[4]), static_cast<double>(at[5]),
                     static_cast<double>(at[6]));
    at += numbers_per_motion;
    return {turn.normalized(), shift};
}

size_t motions_of(const Pose& pose) {
    return pose.segments.size() + pose.shapes.size();
}

}  // namespace

template <class Number>
PoseFile<Number>::PoseFile() : file_(std::tmpfile(), &std::fclose) {
    if (!file_) throw InputError("motion: cannot make a file for its poses, expected room in /tmp");
}

template <class Number>
void PoseFile<Number>::write(const Pose& pose) {
    numbers_.clear();
    for (const Rigid& motion : pose.segments) put(motion, numbers_);
    for (const Rigid& motion : pose.shapes) put(motion, numbers_);
    if (std::fwrite(numbers_.data(), sizeof(Number), numbers_.size(), file_.get()) !=
        numbers_.size())
        throw InputError("motion: cannot keep its poses, expected room in /tmp");
    ++count_;
}

template <class Number>
void PoseFile<Number>::rewind() {
    std::rewind(file_.get());
}

template <class Number>
void PoseFile<Number>::seek(size_t index, const Pose& like) {
    const size_t bytes = sizeof(Number) * numbers_per_motion * motions_of(like);
    if (std::fseek(file_.get(), static_cast<long>(index * bytes), SEEK_SET) != 0)
        throw InputError("motion: cannot read its poses back");
}

template <class Number>
void PoseFile<Number>::read(Pose& pose) {
    numbers_.resize(numbers_per_motion * motions_of(pose));
    if (std::fread(numbers_.data(), sizeof(Number), numbers_.size(), file_.get()) !=
        numbers_.size())
        throw InputError("motion: cannot read its poses back");
    const Number* at = numbers_.data();
    for (Rigid& motion : pose.segments) motion = take(at);
    for (Rigid& motion : pose.shapes) motion = take(at);
}

template class PoseFile<float>;
template class PoseFile<double>;

}  // namespace thigmo
