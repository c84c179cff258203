// Embree, whose headers stay in this file.
#include "thigmo/render/tracer.h"

#include <embree3/rtcore.h>
#include <xmmintrin.h>

#include <limits>
#include <new>
#include <vector>

namespace thigmo {
namespace {

/// What the alpha test needs to know of each masked triangle.
struct Mask {
    const Plant* plant;
    const Looks* looks;
    const Surface* surface;

    bool is_cut(uint32_t masked_triangle, float u, float v) const {
        const size_t triangle = surface->first_masked + masked_triangle;
        const Triangle& t = surface->triangles[triangle];
        const LookId look = plant->domains.look[surface->domains[triangle]];
        if (looks->masked[look] == 0) return false;
        const Vec2f uv =
            (1 - u - v) * surface->uvs[t[0]] + u * surface->uvs[t[1]] + v * surface->uvs[t[2]];
        const auto map = static_cast<size_t>(looks->texture[look]);
        return looks->textures[map].alpha(uv) < plant->looks[look].alpha_cutoff;
    }

    /// Whether a ray meets the side that is not there.
    bool is_behind(uint32_t masked_triangle, const Vec3f& direction) const {
        const size_t triangle = surface->first_masked + masked_triangle;
        if (plant->looks[plant->domains.look[surface->domains[triangle]]].two_sided) return false;
        const auto& [a, b, c] = surface->triangles[triangle];
        const std::vector<Vec3f>& at = surface->positions;
        return (at[b] - at[a]).cross(at[c] - at[a]).dot(direction) > 0;
    }
};

/// Rays are traced one by one, so N is 1.
void test_alpha(const RTCFilterFunctionNArguments* args) {
    const auto* mask = static_cast<const Mask*>(args->geometryUserPtr);
    if (args->valid[0] == 0) return;
    const float u = RTCHitN_u(args->hit, args->N, 0), v = RTCHitN_v(args->hit, args->N, 0);
    if (mask->is_cut(RTCHitN_primID(args->hit, args->N, 0), u, v)) args->valid[0] = 0;
}

/// Light does not pass an unseen side, but nothing is seen there.
void test_visible(const RTCFilterFunctionNArguments* args) {
    const auto* mask = static_cast<const Mask*>(args->geometryUserPtr);
    const Vec3f direction(RTCRayN_dir_x(args->ray, args->N, 0),
                          RTCRayN_dir_y(args->ray, args->N, 0),
                          RTCRayN_dir_z(args->ray, args->N, 0));
    if (mask->is_behind(RTCHitN_primID(args->hit, args->N, 0), direction)) args->valid[0] = 0;
    test_alpha(args);
}

void fill(const Ray& from, float farthest, RTCRay& ray) {
    ray.org_x = from.origin.x();
    ray.org_y = from.origin.y();
    ray.org_z = from.origin.z();
    ray.dir_x = from.direction.x();
    ray.dir_y = from.direction.y();
    ray.dir_z = from.direction.z();
    ray.tnear = 0;
    ray.tfar = farthest;
    ray.time = 0;
    ray.mask = ~0u;
    ray.id = 0;
    ray.flags = 0;
}

}  // namespace

struct Tracer::State {
    Mask mask;
    RTCDevice device = rtcNewDevice(nullptr);
    RTCScene scene = rtcNewScene(device);
    std::vector<RTCGeometry> geometries;  // owned by the scene

    explicit State(const Mask& masking) : mask(masking) {
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
        const Surface& surface = *mask.surface;
        attach(0, 0, surface.first_masked);
        attach(1, surface.first_masked, surface.triangles.size());
        rtcCommitScene(scene);
    }
    ~State() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// Triangles first … end-1 as one geometry; number 1 is the masked one.
    void attach(unsigned number, size_t first, size_t end) {
        const Surface& surface = *mask.surface;
        if (first == end) return;
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                   surface.positions.data(), 0, sizeof(Vec3f),
                                   surface.normals.size());
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                   surface.triangles.data() + first, 0, sizeof(Triangle),
                                   end - first);
        if (number == 1) {
            rtcSetGeometryUserData(geometry, &mask);
            rtcSetGeometryIntersectFilterFunction(geometry, test_visible);
            rtcSetGeometryOccludedFilterFunction(geometry, test_alpha);
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(scene, geometry, number);
        geometries.push_back(geometry);
        rtcReleaseGeometry(geometry);
    }
};

Tracer::Tracer(const Plant& plant, const Looks& looks, const Surface& surface)
    : state_(std::make_unique<State>(Mask{&plant, &looks, &surface})) {
    if (rtcGetDeviceError(state_->device) == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
}

Tracer::~Tracer() = default;

void Tracer::rebuild() {
    for (RTCGeometry geometry : state_->geometries) {
        rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry);
    }
    rtcCommitScene(state_->scene);
}

bool Tracer::nearest(const Ray& ray, float farthest, Hit& hit) const {
    RTCRayHit query;
    fill(ray, farthest, query.ray);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(state_->scene, &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
    const size_t first = query.hit.geomID == 1 ? state_->mask.surface->first_masked : 0;
    hit.distance = query.ray.tfar;
    hit.triangle = static_cast<uint32_t>(first + query.hit.primID);
    hit.u = query.hit.u;
    hit.v = query.hit.v;
    hit.normal = Vec3f(query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z).normalized();
    return true;
}

bool Tracer::blocked(const Ray& ray) const {
    RTCRay query;
    fill(ray, std::numeric_limits<float>::infinity(), query);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    rtcOccluded1(state_->scene, &context, &query);
    return query.tfar < 0;
}

FlushDenormals::FlushDenormals() : before_(_mm_getcsr()) {
    constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
    _mm_setcsr(before_ | flush_to_zero | denormals_are_zero);
}

FlushDenormals::~FlushDenormals() {
    _mm_setcsr(before_);
}

}  // namespace thigmo
