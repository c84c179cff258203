// What can fail beneath a writer: the disk at some byte or at some call, and memory.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace thigmo::cli {

/// A fault of this thread from begin() to end().
class Fault {
  public:
    virtual ~Fault() = default;
    virtual void begin() = 0;
    virtual void end() = 0;
    /// Whether it stood in the way.
    virtual bool is_met() const = 0;
    /// Whether it may come after all is in place, when what was replaced is cleared away.
    virtual bool may_be_survived() const { return false; }
};

/// No file can grow beyond so many bytes: writing fails as on a full disk, in child programs too.
class SmallDisk final : public Fault {
  public:
    explicit SmallDisk(size_t bytes) : bytes_(bytes) {}
    void begin() override;
    void end() override;
    bool is_met() const override { return true; }

  private:
    size_t bytes_;
    rlimit before_{};
    void (*heard_)(int) = SIG_DFL;
};

/// The call of that number that writes, flushes or shortens a file, and all after it, fail.
class WrongDisk final : public Fault {
  public:
    explicit WrongDisk(int call) : call_(call) {}
    void begin() override;
    void end() override;
    bool is_met() const override { return is_met_; }

  private:
    int call_;
    bool is_met_ = false;
};

/// The allocation of that number fails.
class ShortMemory final : public Fault {
  public:
    explicit ShortMemory(int allocation) : allocation_(allocation) {}
    void begin() override;
    void end() override;
    bool is_met() const override { return is_met_; }

    bool may_be_survived() const override { return true; }

  private:
    int allocation_;
    bool is_met_ = false;
};

/// No allocation of more bytes than that succeeds.
class SmallMemory final : public Fault {
  public:
    explicit SmallMemory(size_t bytes) : bytes_(bytes) {}
    void begin() override;
    void end() override;
    bool is_met() const override { return true; }

  private:
    size_t bytes_;
};

}  // namespace thigmo::cli
