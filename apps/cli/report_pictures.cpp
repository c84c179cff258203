// Whole plants in daylight and by colour; loops and doubts from near, without leaves in the way.
#include "apps/cli/report_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "thigmo/base/error.h"
#include "thigmo/plant/walk.h"
#include "thigmo/render/picture.h"
#include "thigmo/render/row_colours.h"

namespace thigmo::cli {
namespace {

using Colours = Column<DomainId, Vec3f>;

/// Width, height and samples of pictures from near, over those of the whole.
constexpr double near_share = 0.6;

const Vec3f grey = {0.55f, 0.55f, 0.55f};
// Okabe and Ito's vermilion, yellow and blue, linear.
const Vec3f warm = {0.665f, 0.112f, 0.0f}, middle = {0.871f, 0.776f, 0.054f},
            cool = {0.0f, 0.168f, 0.445f};

Vec3f confidence_colour(double confidence) {
    const auto x = static_cast<float>(std::clamp(confidence, 0.0, 1.0));
    return x < 0.5f ? Vec3f(warm + 2 * x * (middle - warm))
                    : Vec3f(middle + (2 * x - 1) * (cool - middle));
}

Colours confidence_colours(const AuthoredPlant& made) {
    Colours colours(made.plant.domains.size(), grey);
    for (const DomainId domain : made.confidence.rows())
        colours[domain] = confidence_colour(made.confidence[domain]);
    return colours;
}

Colours choice_colours(const Plant& plant, const Choice& choice) {
    Colours colours(plant.domains.size(), grey);
    for (const DomainId domain : choice.domains) colours[domain] = warm;
    return colours;
}

/// The two that were parted in colours of their own.
Colours loop_colours(const Plant& plant, const ChosenLoop& loop) {
    Colours colours(plant.domains.size(), grey);
    for (const DomainId domain : loop.domains) colours[domain] = middle;
    colours[loop.cut[0]] = warm;
    colours[loop.cut[1]] = cool;
    return colours;
}

/// The triangles that became this plant; all of them where there is no other.
Soup soup_of(const ReportInput& input) {
    Soup soup = input.soup;
    if (input.plants == 1) return soup;
    size_t row = 0;
    for (SoupPart& part : soup.parts)
        std::erase_if(part.mesh.triangles,
                      [&](const Triangle&) { return !input.made.of_triangle[row++].exists(); });
    return soup;
}

/// Points that a picture of the domain shall show.
void add_points(const Plant& plant, DomainId domain, std::vector<Vec3f>& points) {
    for (const SegmentId segment : plant.domains.segments[domain])
        for (const Vec3& end : {plant.segments.start[segment], plant.segments.end[segment]})
            points.push_back(end.cast<float>());
    const ShapeId shape = plant.domains.shape[domain];
    if (!shape.exists()) return;
    const Box box = bounds(plant.shapes[shape].mesh);
    for (int k = 0; k < 8; ++k) {
        const auto corner = static_cast<Box::CornerType>(k);
        points.push_back((plant.domains.placement[domain] * box.corner(corner)).cast<float>());
    }
}

/// Of the domains; of the one that bears all others only where they sit on it.
std::vector<Vec3f> points_of(const Plant& plant, std::vector<DomainId> domains) {
    std::vector<Vec3f> points;
    std::ranges::sort(domains);
    for (size_t i = 0; i < domains.size(); ++i) {
        if (i > 0 || domains.size() == 1) add_points(plant, domains[i], points);
        points.push_back(
            attachment_point(plant, domains[i == 0 ? domains.size() - 1 : i]).cast<float>());
    }
    return points;
}

class Painter {
  public:
    Painter(PartFolder& folder, const ReportInput& input, const ReportSettings& settings,
            Progress& progress)
        : folder_(folder),
          within_(settings.within),
          input_(input),
          progress_(progress),
          all_(input.made.plant) {
        picture_.width = settings.width;
        picture_.height = settings.height;
        picture_.samples = settings.samples;
        picture_.ground = false;
        picture_.as_given = true;
    }

    ReportPictures draw_whole() {
        ReportPictures out;
        const Camera camera = all_.frame(picture_);
        Placement placement;
        placement.scale = input_.scale;
        const Plant soup = as_plant(soup_of(input_), placement);
        const Image before = expose(Renderer(soup), camera, {}), after = expose(all_, camera, {});
        Image shown;
        out.difference = compare(before, after, shown);
        write("input.png", before, "The input as it came", out.whole);
        write("rest.png", after, "The plant at rest", out.whole);
        write("difference.png", shown,
              fmt::format("What differs: {:.4g} % of the pixels by more than 2 of 255, the largest "
                          "by {}; white from 16 on",
                          100 * out.difference.share, out.difference.largest),
              out.whole);
        write("domains.png", expose(all_, camera, row_colours(plant(), ColourBy::domain)),
              "By domain", out.whole);
        write("orders.png", expose(all_, camera, row_colours(plant(), ColourBy::order)),
              "By order: blue, orange, green, purple, light blue, vermilion from the root on",
              out.whole);
        write("confidence.png", expose(all_, camera, confidence_colours(input_.made)),
              "By confidence: vermilion none, yellow half, blue full", out.whole);
        return out;
    }

    /// What pictures from near show beside the wood.
    void keep(const std::vector<DomainId>& domains) {
        kept_.insert(domains.begin(), domains.end());
    }

    void draw_near(const std::string& file, const std::vector<DomainId>& domains,
                   const Colours& colours, const std::string& text,
                   std::vector<ReportPicture>& out) {
        View view = picture_.view;
        view.zoom = 0.6;  // with some of what is around
        const Camera camera = frame_points(points_of(plant(), domains), view, aspect());
        write(file, expose(bare(), camera, colours, near_share), text, out);
    }

  private:
    const Plant& plant() const { return input_.made.plant; }
    double aspect() const { return static_cast<double>(picture_.width) / picture_.height; }

    Image expose(const Renderer& renderer, const Camera& camera, Colours colours,
                 double share = 1) const {
        PictureSettings settings = picture_;
        const auto part = [&](int whole) { return std::max(1, static_cast<int>(share * whole)); };
        settings.width = part(settings.width);
        settings.height = part(settings.height);
        settings.samples = part(settings.samples);
        settings.colours = std::move(colours);
        const Film film = renderer.expose(settings, camera, progress_);
        if (film.pixels.empty()) throw InputError("report: stopped");
        return develop(film, tone_of(settings));
    }
    void write(const std::string& file, const Image& image, std::string text,
               std::vector<ReportPicture>& out) const {
        folder_.write(within_ + file, encode_png(image));
        out.push_back({file, std::move(text)});
    }
    /// Without leaves that hide the wood, where there is wood; rows stay what they are.
    const Renderer& bare() {
        if (std::ranges::none_of(plant().domains.kind, is_wood)) return all_;
        if (bare_) return *bare_;
        bare_plant_ = plant();
        Domains& rows = bare_plant_.domains;
        for (const DomainId domain : rows.rows())
            if (!is_wood(rows.kind[domain]) && !kept_.contains(domain)) {
                rows.shape[domain] = ShapeId::none();
                rows.segments[domain].count = 0;
            }
        bare_ = std::make_unique<Renderer>(bare_plant_);
        return *bare_;
    }

    PartFolder& folder_;
    std::string within_;
    const ReportInput& input_;
    Progress& progress_;
    PictureSettings picture_;
    std::set<DomainId> kept_;
    Plant bare_plant_;
    Renderer all_;
    std::unique_ptr<Renderer> bare_;
};

}  // namespace

PictureDifference compare(const Image& a, const Image& b, Image& shown) {
    PictureDifference found;
    size_t differ = 0;
    shown = make_image(a.width, a.height);
    for (size_t i = 0; i < a.pixels.size(); ++i) {
        int most = 0;
        for (size_t k = 0; k < 3; ++k)
            most = std::max(most, std::abs(a.pixels[i][k] - b.pixels[i][k]));
        differ += most > 2;
        found.largest = std::max(found.largest, most);
        const auto bright = static_cast<uint8_t>(std::min(255, 16 * most));
        shown.pixels[i] = {bright, bright, bright, 255};
    }
    found.share = static_cast<double>(differ) / static_cast<double>(a.pixels.size());
    return found;
}

ReportPictures draw_pictures(PartFolder& folder, const ReportInput& input,
                             const ReportSettings& settings, Progress& progress) {
    const AuthoredPlant& made = input.made;
    Painter painter(folder, input, settings, progress);
    ReportPictures out = painter.draw_whole();
    std::vector<const Choice*> drawn;
    for (const Choice& choice : made.choices)
        if (choice.confidence < settings.doubtful && !choice.domains.empty() &&
            drawn.size() < settings.most_pictures)
            drawn.push_back(&choice);
    for (const Choice* choice : drawn) painter.keep(choice->domains);
    for (const ChosenLoop& loop : made.loops) {
        if (out.loops.size() == settings.most_pictures) break;
        painter.draw_near(fmt::format("loop_{:02}.png", out.loops.size() + 1), loop.domains,
                          loop_colours(made.plant, loop),
                          fmt::format("Loop {}", out.loops.size() + 1), out.loops);
    }
    for (const Choice* choice : drawn)
        painter.draw_near(fmt::format("doubt_{:02}.png", out.choices.size() + 1), choice->domains,
                          choice_colours(made.plant, *choice),
                          fmt::format("{} (confidence {:.2f}): {}", choice->what,
                                      choice->confidence, choice->why),
                          out.choices);
    return out;
}

}  // namespace thigmo::cli
