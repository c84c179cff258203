// Cards: rows as wide as the picture needs, carried along a bent midrib.
#include "thigmo/mesh/leaf_card.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace thigmo {
namespace {

/// Half width (m) of what is painted in every row of pixels, from the top.
std::vector<double> painted_widths(const Image& image, double width) {
    std::vector<double> widths(static_cast<size_t>(image.height), 0.0);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (image.at(x, y)[3] > 0) {
                const double edge = std::max(image.width - 2.0 * x, 2.0 * (x + 1) - image.width);
                double& widest = widths[static_cast<size_t>(y)];
                widest = std::max(widest, 0.5 * width * edge / image.width);
            }
    return widths;
}

/// Half width that a row of vertices needs: all painted up to the rows next to it.
double needed(const std::vector<double>& widths, double low, double high, double from, double to) {
    const double rows = static_cast<double>(widths.size()), scale = rows / (high - low);
    const auto row = [&](double y) {
        return static_cast<size_t>(std::clamp((high - y) * scale, 0.0, rows - 1));
    };
    double widest = 0;
    for (size_t i = row(to); i <= row(from); ++i) widest = std::max(widest, widths[i]);
    return widest + 1 / scale;
}

/// The midrib at a share t of its length: where it is and which way it and its upper face look.
struct Midrib {
    Vec3 point, along, up;
};

std::vector<Midrib> bent_midrib(const LeafBend& bend, double length) {
    constexpr int steps = 32;  // per row; the curve is integrated much finer than it is drawn
    std::vector<Midrib> ribs;
    Vec3 point = Vec3::Zero();
    for (int i = 0; i <= steps * bend.rows; ++i) {
        const double t = static_cast<double>(i) / (steps * bend.rows);
        const double late = std::max(0.0, 3 * t - 2);
        const double turn = bend.droop * t + bend.curl * late * late;
        const Vec3 along(0, std::cos(turn), -std::sin(turn));
        const Vec3 up(0, std::sin(turn), std::cos(turn));
        if (i % steps == 0) ribs.push_back({point, along, up});
        point += length / (steps * bend.rows) * along;
    }
    return ribs;
}

/// A point at signed distance s from the midrib, measured along the cross section.
Vec3 across(const LeafBend& bend, const Midrib& rib, double s, double half, double twist) {
    double out = s * std::cos(bend.fold), rise = std::abs(s) * std::sin(bend.fold);
    if (bend.cup != 0 && half > 0) {
        const double radius = 2 * half / bend.cup, angle = s / radius;
        out = radius * std::sin(angle);
        rise = radius * (1 - std::cos(angle));
    }
    const Vec3 side = std::cos(twist) * Vec3::UnitX() + std::sin(twist) * rib.up;
    const Vec3 up = std::cos(twist) * rib.up - std::sin(twist) * Vec3::UnitX();
    return rib.point + out * side + rise * up;
}

}  // namespace

TriangleMesh build_card(const Image& image, double width, double low, double high,
                        const LeafBend& bend) {
    const std::vector<double> painted = painted_widths(image, width);
    const std::vector<Midrib> ribs = bent_midrib(bend, high);
    TriangleMesh mesh;
    const double step = high / bend.rows;
    for (int row = 0; row <= bend.rows; ++row) {
        const double y = row * step;
        const double half =
            std::min(0.5 * width, needed(painted, low, high, std::max(0.0, y - step), y + step));
        for (int column = 0; column <= bend.columns; ++column) {
            const double s = half * (2.0 * column / bend.columns - 1);
            Vec3 point =
                across(bend, ribs[static_cast<size_t>(row)], s, 0.5 * width, bend.twist * y / high);
            const double wave = row % 2 == 0 ? 1 : -1;
            if (row > 0 && (column == 0 || column == bend.columns))
                point += bend.ripple * width * wave * (column == 0 ? 1 : -1) *
                         ribs[static_cast<size_t>(row)].up;
            mesh.positions.push_back(point.cast<float>());
            mesh.uvs.emplace_back(static_cast<float>(0.5 + s / width),
                                  static_cast<float>((y - low) / (high - low)));
        }
    }
    const auto vertex = [&](int row, int column) {
        return static_cast<uint32_t>(row * (bend.columns + 1) + column);
    };
    for (int row = 0; row < bend.rows; ++row)
        for (int column = 0; column < bend.columns; ++column) {
            const uint32_t a = vertex(row, column), b = vertex(row, column + 1),
                           c = vertex(row + 1, column + 1), d = vertex(row + 1, column);
            // Diagonals mirror at the midrib so that both halves bend alike.
            if (2 * column < bend.columns)
                mesh.triangles.insert(mesh.triangles.end(), {Triangle{a, b, c}, Triangle{a, c, d}});
            else
                mesh.triangles.insert(mesh.triangles.end(), {Triangle{a, b, d}, Triangle{b, c, d}});
        }
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    return mesh;
}

TriangleMesh crossed(const TriangleMesh& mesh, int count) {
    TriangleMesh all;
    for (int i = 0; i < count; ++i) {
        const Eigen::AngleAxisf turn(static_cast<float>(std::numbers::pi * i / count),
                                     Vec3f::UnitY());
        TriangleMesh copy = mesh;
        for (Vec3f& position : copy.positions) position = turn * position;
        for (Vec3f& normal : copy.normals) normal = turn * normal;
        append(copy, all);
    }
    return all;
}

}  // namespace thigmo
