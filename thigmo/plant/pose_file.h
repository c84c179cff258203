// Poses kept on the disk until all of them are known.
#pragma once

#include <cstdio>
#include <memory>
#include <vector>

#include "thigmo/plant/pose.h"

namespace thigmo {

/// Poses one after another in a file without a name, because those of a large tree for a minute
/// would fill the memory. Number is float or double: 28 or 56 bytes per motion.
template <class Number>
class PoseFile {
  public:
    /// InputError when there is no room for temporary files.
    PoseFile();

    void write(const Pose& pose);
    size_t size() const { return count_; }
    /// The next read is of the first pose.
    void rewind();
    /// The next read is of this pose; all poses have the size of `like`.
    void seek(size_t index, const Pose& like);
    /// Reads the next pose into one of the right size.
    void read(Pose& pose);

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::vector<Number> numbers_;
    size_t count_ = 0;
};

extern template class PoseFile<float>;
extern template class PoseFile<double>;

}  // namespace thigmo
