// Plants in steady winds, one after another.
#include "thigmo/scene/wind_load.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "samples/plants.h"

namespace thigmo {
namespace {

class Heard final : public Progress {
  public:
    void report(double fraction, std::string_view text) override {
        fractions.push_back(fraction);
        if (texts.empty() || texts.back() != text) texts.emplace_back(text);
    }

    std::vector<double> fractions;
    std::vector<std::string> texts;
};

TEST(WindLoads, tell_one_progress_over_all_winds_by_their_names) {
    Heard heard;
    const std::vector<double> speeds = {4, 8, 20};
    measure_wind_loads(samples::stem(8, 1, 0.01, 0.01), ArticulatedSettings{}, {}, speeds, heard);
    EXPECT_THAT(heard.texts,
                testing::ElementsAre("wind of 4 m/s", "wind of 8 m/s", "wind of 20 m/s"));
    EXPECT_TRUE(std::ranges::is_sorted(heard.fractions));
    EXPECT_EQ(heard.fractions.front(), 0);
    EXPECT_EQ(heard.fractions.back(), 1);
    EXPECT_EQ(std::ranges::count(heard.fractions, 1.0), 1);
}

}  // namespace
}  // namespace thigmo
