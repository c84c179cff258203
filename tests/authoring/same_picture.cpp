// Triangles paired with triangles.
#include "tests/authoring/same_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/authoring/made_soup.h"
#include "thigmo/plant/check.h"

namespace thigmo {
namespace {

/// Corners as drawn, triangle by triangle.
using Drawn = std::vector<std::array<Vec3, 3>>;

Drawn drawn(const Plant& plant) {
    Drawn all;
    for (const DomainId domain : plant.domains.rows()) {
        const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
        const Placement& placement = plant.domains.placement[domain];
        for (const auto& [i, j, k] : mesh.triangles)
            all.push_back({placement * mesh.positions[i].cast<double>(),
                           placement * mesh.positions[j].cast<double>(),
                           placement * mesh.positions[k].cast<double>()});
    }
    return all;
}

Drawn drawn(const Soup& soup) {
    Drawn all;
    for (const SoupPart& part : soup.parts)
        for (const auto& [i, j, k] : part.mesh.triangles)
            all.push_back({part.mesh.positions[i].cast<double>(),
                           part.mesh.positions[j].cast<double>(),
                           part.mesh.positions[k].cast<double>()});
    return all;
}

double area_of(const Drawn& triangles) {
    double sum = 0;
    for (const auto& [a, b, c] : triangles) sum += 0.5 * (b - a).cross(c - a).norm();
    return sum;
}

}  // namespace

Authored author_soup(const Soup& soup, const AuthorSettings& settings) {
    Progress progress;
    return author(soup, settings, {}, progress);
}

void expect_same_picture(const Soup& soup, const Authored& made, double slack) {
    Drawn truth = drawn(soup), found;
    for (const AuthoredPlant& one : made.plants) {
        EXPECT_EQ(find_fault(one.plant), "");
        const Drawn here = drawn(one.plant);
        found.insert(found.end(), here.begin(), here.end());
    }
    ASSERT_EQ(found.size(), truth.size());
    EXPECT_NEAR(area_of(found), area_of(truth), 1e-4 * area_of(truth));
    // Paired by their middles in a grid: each finds a partner that nobody else has.
    const auto middle = [](const std::array<Vec3, 3>& t) { return Vec3((t[0] + t[1] + t[2]) / 3); };
    const auto by_x = [&](const auto& a, const auto& b) { return middle(a).x() < middle(b).x(); };
    std::ranges::sort(truth, by_x);
    std::ranges::sort(found, by_x);
    std::vector<uint8_t> taken(truth.size());
    size_t first = 0, lost = 0;
    for (const auto& one : found) {
        while (first < truth.size() && middle(truth[first]).x() < middle(one).x() - slack) ++first;
        bool has = false;
        for (size_t i = first; i < truth.size() && !has; ++i) {
            if (middle(truth[i]).x() > middle(one).x() + slack) break;
            if (taken[i] != 0) continue;
            double worst = 0;
            for (size_t corner = 0; corner < 3; ++corner) {
                double least = INFINITY;
                for (const Vec3& other : truth[i])
                    least = std::min(least, (other - one[corner]).norm());
                worst = std::max(worst, least);
            }
            if (worst > slack) continue;
            taken[i] = 1;
            has = true;
        }
        lost += !has;
    }
    EXPECT_EQ(lost, 0u);
}

void expect_owners(const Soup& soup, const Authored& made) {
    for (const AuthoredPlant& one : made.plants)
        ASSERT_EQ(one.of_triangle.size(), made::triangles(soup));
    for (size_t triangle = 0; triangle < made::triangles(soup); ++triangle) {
        int owners = 0;
        for (const AuthoredPlant& one : made.plants) owners += one.of_triangle[triangle].exists();
        EXPECT_LE(owners, 1);
    }
}

}  // namespace thigmo
