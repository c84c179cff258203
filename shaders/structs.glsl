// Quality: 0 everything; 1 without correction of length; 2 as 0, but normals and tangents as at
// rest.
#ifndef THIGMO_QUALITY
#define THIGMO_QUALITY 0
#endif

struct ThigmoVertex {
    vec3 position;
    vec3 normal;
    vec3 tangent;
};

// The wind as one plant feels it, in the plant's own space.
struct ThigmoGale {
    float speed;      // m/s
    vec3 direction;
    vec3 place;       // of the plant in the field of gusts (m)
    float lean;       // squared speed, less what leaves give way (m2/s2)
    float gust;       // root mean square of a sway, before the branch's own part in it
    float across;     // sway across the wind over that along it
    float swell;      // of the wind's speed, each of its waves
    float behind;     // s, by which gusts come later than to the world's origin
    float per_metre;  // s, by which they come later per metre downwind
    vec2 start;       // of this plant's branches in the motion texture, beyond their own
    vec2 times;       // now, and a period before (s)
    vec2 shares;      // of the two
};

// A branch at rest: base + x (c1 + x (c2 + x c3)), x the share of its length.
struct ThigmoCurve {
    vec3 base;
    vec3 c1;
    vec3 c2;
    vec3 c3;
    float taper;
    float size;  // m, along it
    vec4 frame;  // quaternion: x to the tip
};

// From rest: where a place is, and the axes that were x, y and z there.
struct ThigmoMotion {
    vec3 place;
    vec3 x;
    vec3 y;
    vec3 z;
};
