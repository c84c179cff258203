float thigmo_of_order(vec4 values, float order) {
    return order < 0.5 ? values.x : order < 1.5 ? values.y : order < 2.5 ? values.z : values.w;
}

vec3 thigmo_turn(vec4 quaternion, vec3 v) {
    vec3 t = 2.0 * cross(quaternion.xyz, v);
    return v + quaternion.w * t + cross(quaternion.xyz, t);
}

// By an angle whose tangent is given, about a unit axis.
vec3 thigmo_turn_about(vec3 axis, float tangent, vec3 v) {
    float cosine = inversesqrt(1.0 + tangent * tangent);
    float sine = tangent * cosine;
    return cosine * v + sine * cross(axis, v) + (1.0 - cosine) * dot(axis, v) * axis;
}

// sin(2 pi x) to 4e-6: cards promise less of their own.
float thigmo_sine(float x) {
    x -= floor(x + 0.5);
    float away = abs(x);
    float z = 6.28318531 * (away > 0.25 ? 0.5 - away : away);
    float zz = z * z;
    float sine = z * (1.0 - zz * (0.166666667 - zz * (0.00833333333 -
                 zz * (0.000198412698 - zz * 2.75573192e-6))));
    return x < 0.0 ? -sine : sine;
}

ThigmoGale thigmo_make_gale(mat4 world, float time) {
    ThigmoGale gale;
    vec3 x = thigmo_column(world, 0);
    vec3 y = thigmo_column(world, 1);
    vec3 z = thigmo_column(world, 2);
    vec3 place = thigmo_column(world, 3);
    float size = length(x);
    vec3 wind = thigmo_wind.xyz;
    gale.speed = length(wind);
    float safe = max(gale.speed, 1e-6);
    gale.direction = vec3(dot(x, wind), dot(y, wind), dot(z, wind)) / (size * safe);
    gale.place = vec3(dot(x, place), dot(y, place), dot(z, place)) / (size * size);
    float vogel = thigmo_air.x;
    float give = gale.speed > @vogel_speed@ ? pow(safe / @vogel_speed@, vogel) : 1.0;
    gale.lean = gale.speed * gale.speed * give;
    gale.gust = (2.0 + vogel) * thigmo_wind.w * gale.lean *
                @inertial@ * pow(safe / thigmo_air.y, 1.0 / 3.0);
    gale.across = @across@ / (2.0 + vogel);
    gale.swell = 0.5 * (2.0 + vogel) * thigmo_wind.w * @swell_share@ *
                 sqrt(1.0 - pow(1.0 + 6.0 * @swell_below@ * thigmo_air.y / safe, -2.0 / 3.0));
    gale.behind = dot(wind, place) / (safe * safe);
    gale.per_metre = size / safe;
    gale.start = vec2(fract(dot(gale.place, vec3(0.618, 0.414, 0.732))),
                      fract(dot(gale.place, vec3(0.347, 0.236, 0.571))));
    gale.times = vec2(time, time);
    gale.shares = vec2(1.0, 0.0);
    float period = thigmo_leaf.z;
    if (period > 0.0) {
        float share = fract(time / period);
        float turns = 0.25 * share * share * (3.0 - 2.0 * share);
        gale.times = vec2(share * period, share * period - period);
        gale.shares = vec2(thigmo_sine(turns + 0.25), thigmo_sine(turns));
    }
    return gale;
}

// One wave of the swell; with a period, as many whole waves in it as come nearest.
float thigmo_swell_wave(float seconds, float phase, float time) {
    float period = thigmo_leaf.z;
    float rate = 1.0 / seconds;
    if (period > 0.0) rate = max(1.0, floor(rate * period + 0.5)) / period;
    return thigmo_sine(rate * time + phase);
}

// The wind's speed over its mean: a slow swell that travels with it. gusts: over those at the
// reference height.
float thigmo_swell(ThigmoGale gale, vec3 place, float gusts) {
    float time = gale.times.x - gale.behind - gale.per_metre * dot(gale.direction, place);
    float sum = @swell_waves@;
    return max(0.0, 1.0 + gale.swell * gusts * sum);
}

// Straight lines between four texels of one layer of the motion texture.
vec2 thigmo_motion_layer(int layer, ivec2 low, ivec2 high, vec2 share) {
    int first = @motion_height@ * layer;
    vec2 a = thigmo_motion_texel(low.x, first + low.y).xy;
    vec2 b = thigmo_motion_texel(high.x, first + low.y).xy;
    vec2 c = thigmo_motion_texel(low.x, first + high.y).xy;
    vec2 d = thigmo_motion_texel(high.x, first + high.y).xy;
    return mix(mix(a, b, share.x), mix(c, d, share.x), share.y);
}

vec2 thigmo_motion_at(float layer, vec2 place) {
    vec2 at = fract(place) * vec2(@motion_width@.0, @motion_height@.0);
    ivec2 low = ivec2(min(int(at.x), @motion_width@ - 1), min(int(at.y), @motion_height@ - 1));
    ivec2 high = ivec2(low.x + 1 == @motion_width@ ? 0 : low.x + 1,
                       low.y + 1 == @motion_height@ ? 0 : low.y + 1);
    vec2 share = at - vec2(float(low.x), float(low.y));
    int below = min(int(layer), @last_layer@);
    vec2 sway = thigmo_motion_layer(below, low, high, share);
    float above = layer - float(below);
    if (above <= 0.0) return sway;
    return mix(sway, thigmo_motion_layer(below + 1, low, high, share), above);
}

// Each of the two sways has a frequency of its own, and so a place of its own in the texture.
vec2 thigmo_sway_at(float layer, vec2 start, vec2 periods, vec2 way) {
    return vec2(thigmo_motion_at(layer, start + periods.x * way).x,
                thigmo_motion_at(layer, start + periods.y * way).y);
}

// Where a damping ratio lies among the layers of the motion texture.
float thigmo_layer_of(float damping) {
    return clamp(log2(damping / @least_damping@), 0.0, @last_layer@.0);
}

// Sway at that damping over the root of the gusts' density at the branch's frequency.
float thigmo_gain(float layer) {
    float gain = @first_gain@;
@more_gains@
    return gain;
}

vec4 thigmo_branch_field(int branch, int field) {
    int texel = @branch_texels@ * branch + field;
    return thigmo_branch_texel(texel % @table_width@, texel / @table_width@);
}

// Slope of a beam whose radius goes linearly to `taper` of its first, under a uniform load.
float thigmo_slope(float taper, float x) {
    float d = taper - 1.0;
    float q = 1.0 + d * x;
    float sum = 3.0 - 3.0 * x + x * x + d * x * (3.0 - x) + d * d * x * x;
    return 2.0 * x * sum / (9.42477796 * q * q * q);
}

float thigmo_branch_layer(ThigmoGale gale, int branch, float order) {
    vec4 own = thigmo_branch_field(branch, 9);
    float damping = thigmo_of_order(thigmo_damping, order);
    if (damping <= 0.0) damping = own.y + gale.speed * own.z;
    return thigmo_layer_of(thigmo_branch_field(branch, 8).y * damping);
}

float thigmo_branch_stiffness(int branch, float order) {
    return max(1e-3, thigmo_branch_field(branch, 8).x * thigmo_of_order(thigmo_stiffness, order));
}

// The two sways that a branch has of its own, of unit variance.
vec2 thigmo_own_sway(ThigmoGale gale, int branch) {
    vec4 mode = thigmo_branch_field(branch, 5);
    vec4 run = thigmo_branch_field(branch, 6);
    float layer = thigmo_branch_layer(gale, branch, mode.w);
    vec2 rates = sqrt(thigmo_branch_stiffness(branch, mode.w)) *
                 vec2(mode.x, thigmo_branch_field(branch, 9).x);
    vec2 start = run.xy + gale.start;
    vec2 sway = gale.shares.x * thigmo_sway_at(layer, start, gale.times.x * rates, run.zw);
    if (gale.shares.y > 0.0)
        sway += gale.shares.y * thigmo_sway_at(layer, start, gale.times.y * rates, run.zw);
    return sway;
}

int thigmo_stem(int branch) { return int(thigmo_branch_field(branch, 11).x + 0.5); }

// Its own sways, and those of the stem that bears it, with which they are in step.
vec2 thigmo_sway_of(ThigmoGale gale, int branch, int stem, vec2 stem_sway) {
    if (branch == stem) return stem_sway;
    vec4 share = thigmo_branch_field(branch, 10);
    vec2 left = vec2(1.0 - dot(share.xy, share.xy), 1.0 - dot(share.zw, share.zw));
    return sqrt(max(left, vec2(0.0, 0.0))) * thigmo_own_sway(gale, branch) +
           vec2(dot(share.xy, stem_sway), dot(share.zw, stem_sway));
}

// Ways of the tip in the two directions of sway, over those of the unit load. The wind comes as
// those that bear the branch have turned towards it, and leans it so that it never passes; far out
// it leans with the cube root of the wind's pressure.
vec2 thigmo_bend(ThigmoGale gale, int branch, ThigmoCurve curve, vec2 sway) {
    vec4 mode = thigmo_branch_field(branch, 5);
    vec4 borne = thigmo_branch_field(branch, 7);
    vec4 live = thigmo_branch_field(branch, 8);
    vec4 own = thigmo_branch_field(branch, 9);
    float stiffness = thigmo_branch_stiffness(branch, mode.w);
    float layer = thigmo_branch_layer(gale, branch, mode.w);
    vec2 frequencies = vec2(mode.x, own.x);
    float speed = thigmo_swell(gale, curve.base, own.w);
    float softer = 1.0 / stiffness;
    float pressure = softer * gale.lean * speed * speed;
    vec3 turned = pressure * borne.xyz;
    vec3 felt = gale.direction + (1.0 + length(turned) / 8.0) * turned;
    float felt_size = length(felt);
    felt = felt_size > 1e-6 ? felt / felt_size : gale.direction;
    vec3 wind = thigmo_turn(vec4(-curve.frame.xyz, curve.frame.w), felt);
    float unit = mode.y;
    float free_lean = pressure * unit;
    float far = 1.0 + free_lean * mode.z;
    float held = pow(far, -2.0 / 3.0);
    float yields = 1.0 / (1.0 + held * free_lean * thigmo_slope(curve.taper, 1.0) *
                                    max(0.0, wind.x));
    float gust = held * (far + 2.0) / (3.0 * far) * yields * yields * unit * softer * gale.gust *
                 own.w * speed * thigmo_gain(layer) * live.z *
                 thigmo_of_order(thigmo_sway, mode.w);
    vec2 gusts = vec2(borne.w * pow(frequencies.x, -1.0 / 3.0),
                      live.w * pow(frequencies.y, -1.0 / 3.0));
    float aside = gale.across * gale.across;
    vec2 share = vec2(sqrt(aside + (1.0 - aside) * wind.y * wind.y),
                      sqrt(aside + (1.0 - aside) * wind.z * wind.z));
    return held * yields * free_lean * wind.yz + gust * gusts * share * sway;
}

vec3 thigmo_bent_piece(ThigmoCurve curve, vec3 axis, float amplitude, float x) {
    vec3 way = curve.c1 + x * (2.0 * curve.c2 + 3.0 * x * curve.c3);
    return thigmo_turn_about(axis, amplitude * thigmo_slope(curve.taper, x), way);
}

// A run of the centreline once every piece of it has turned: Gauss, five points.
vec3 thigmo_bent_run(ThigmoCurve curve, vec3 axis, float amplitude, float from, float size) {
    vec3 sum = 0.284444444 * thigmo_bent_piece(curve, axis, amplitude, from + 0.5 * size);
    sum += 0.239314335 * (thigmo_bent_piece(curve, axis, amplitude, from + 0.230765345 * size) +
                          thigmo_bent_piece(curve, axis, amplitude, from + 0.769234655 * size));
    sum += 0.118463443 * (thigmo_bent_piece(curve, axis, amplitude, from + 0.0469100770 * size) +
                          thigmo_bent_piece(curve, axis, amplitude, from + 0.953089923 * size));
    return size * sum;
}

// Where the centreline is at x. A strong wind turns most near the base: in two runs tips are within
// 4e-4 of the length up to turns of 85 degrees.
vec3 thigmo_bent(ThigmoCurve curve, vec3 axis, float amplitude, float x) {
    return curve.base + thigmo_bent_run(curve, axis, amplitude, 0.0, 0.25 * x) +
           thigmo_bent_run(curve, axis, amplitude, 0.25 * x, 0.75 * x);
}

// Deflection over the length: closed where that loses nothing, else by Gauss, five points.
float thigmo_deflection(float taper, float x) {
    if (taper < 0.5) {
        float d = taper - 1.0;
        float q = 1.0 + d * x;
        float sum = taper * taper / (q * q) - 6.0 * taper / q + 12.0 * taper - 6.0 -
                    3.0 * taper * taper + q * (2.0 * taper * taper - 6.0 * taper + 6.0) -
                    6.0 * log(q);
        return sum / (9.42477796 * d * d * d * d);
    }
    float sum = 0.284444444 * thigmo_slope(taper, 0.5 * x);
    sum += 0.239314335 * (thigmo_slope(taper, 0.230765345 * x) +
                          thigmo_slope(taper, 0.769234655 * x));
    sum += 0.118463443 * (thigmo_slope(taper, 0.0469100770 * x) +
                          thigmo_slope(taper, 0.953089923 * x));
    return x * sum;
}

// What sits at the share x of a branch, moved as the branch bends.
ThigmoMotion thigmo_bend_motion(ThigmoMotion m, ThigmoCurve curve, vec2 bend, float x) {
    float amplitude = length(bend);
    if (amplitude <= 0.0) return m;
    vec2 way = bend / amplitude;
    float slope = amplitude * thigmo_slope(curve.taper, x);
    vec3 centre = curve.base + x * (curve.c1 + x * (curve.c2 + x * curve.c3));
    if (THIGMO_QUALITY == 1) {
        vec3 along = thigmo_turn(curve.frame, vec3(1.0, 0.0, 0.0));
        vec3 aside = thigmo_turn(curve.frame, vec3(0.0, way.x, way.y));
        float aside_by = curve.size * amplitude * thigmo_deflection(curve.taper, x);
        m.place += (aside_by + slope * dot(along, m.place - centre)) * aside;
        m.x += slope * dot(along, m.x) * aside;
        m.y += slope * dot(along, m.y) * aside;
        m.z += slope * dot(along, m.z) * aside;
        return m;
    }
    vec3 axis = thigmo_turn(curve.frame, vec3(0.0, -way.y, way.x));
    m.place = thigmo_bent(curve, axis, amplitude, x) +
              thigmo_turn_about(axis, slope, m.place - centre);
    m.x = thigmo_turn_about(axis, slope, m.x);
    m.y = thigmo_turn_about(axis, slope, m.y);
    m.z = thigmo_turn_about(axis, slope, m.z);
    return m;
}

// Straight lines between four texels of one plane of the flutter texture.
vec3 thigmo_flutter_plane(int plane, vec2 place) {
    vec2 at = fract(place) * @flutter_width@.0;
    int x = min(int(at.x), @flutter_width@ - 1);
    int y = min(int(at.y), @flutter_width@ - 1);
    int right = (x + 1) % @flutter_width@;
    int first = @flutter_width@ * plane;
    int above = first + (y + 1) % @flutter_width@;
    vec2 share = at - vec2(float(x), float(y));
    vec3 low = mix(thigmo_flutter_texel(x, first + y).xyz,
                   thigmo_flutter_texel(right, first + y).xyz, share.x);
    vec3 high = mix(thigmo_flutter_texel(x, above).xyz,
                    thigmo_flutter_texel(right, above).xyz, share.x);
    return mix(low, high, share.y);
}

// Turns that the gusts at a place want, of unit variance.
vec3 thigmo_flutter_at(ThigmoGale gale, vec3 place, float time) {
    vec3 across = vec3(1.0, 1.0, 1.0) - abs(gale.direction);
    vec3 weights = across / length(across);
    vec3 at = place + gale.place - @inside@ * time * gale.speed * gale.direction;
    at /= thigmo_leaf.y;
    return weights.x * thigmo_flutter_plane(0, at.yz) +
           weights.y * thigmo_flutter_plane(1, at.xz) +
           weights.z * thigmo_flutter_plane(2, at.xy);
}

vec3 thigmo_half_turn(vec3 h, vec3 v) {
    vec3 once = cross(h, v);
    return v + 2.0 / (1.0 + dot(h, h)) * (once + cross(h, once));
}

vec4 thigmo_leaf_field(int leaf, int field) {
    int texel = @leaf_texels@ * leaf + field;
    return thigmo_leaf_texel(texel % @table_width@, texel / @table_width@);
}

// Half the turn of a leaf about its stalk at a place: by what the gusts there want, and towards the
// wind as its twig has turned.
vec3 thigmo_leaf_turn(ThigmoGale gale, int leaf, vec3 place, ThigmoMotion m) {
    vec4 frame = thigmo_leaf_field(leaf, 1);
    vec3 sampled = gale.shares.x * thigmo_flutter_at(gale, place, gale.times.x);
    if (gale.shares.y > 0.0)
        sampled += gale.shares.y * thigmo_flutter_at(gale, place, gale.times.y);
    float stir = gale.speed * (@calm_stir@ + thigmo_wind.w);
    float strength = thigmo_leaf.x * stir / (stir + @half_stir@);
    vec3 turns = 0.5 * strength * vec3(@flutter_strengths@) * sampled;
    float force = gale.speed / @yielding@;
    vec3 world_wind = thigmo_leaf.x * force * force * gale.direction;
    vec3 wind = vec3(dot(m.x, world_wind), dot(m.y, world_wind), dot(m.z, world_wind));
    vec3 along = thigmo_turn(frame, vec3(0.0, 1.0, 0.0));
    float with = dot(along, wind);
    float size = sqrt(max(0.0, 1.0 + dot(wind, wind) + 2.0 * with));
    return cross(along, wind) / (1.1 + size + with) +
           thigmo_turn(frame, vec3(-turns.x, turns.z, turns.y));
}

// A direction at rest, moved; normals of what shears go by the inverse transpose.
vec3 thigmo_moved_way(ThigmoMotion m, vec3 v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
vec3 thigmo_moved_normal(ThigmoMotion m, vec3 n) {
    if (THIGMO_QUALITY == 1)
        return n.x * cross(m.y, m.z) + n.y * cross(m.z, m.x) + n.z * cross(m.x, m.y);
    return thigmo_moved_way(m, n);
}

ThigmoCurve thigmo_curve(int branch) {
    vec4 c1 = thigmo_branch_field(branch, 1);
    vec4 c2 = thigmo_branch_field(branch, 2);
    vec4 c3 = thigmo_branch_field(branch, 3);
    ThigmoCurve curve;
    curve.base = thigmo_branch_field(branch, 0).xyz;
    curve.c1 = c1.xyz;
    curve.c2 = c2.xyz;
    curve.c3 = c3.xyz;
    curve.taper = c2.w;
    curve.size = c3.w;
    curve.frame = thigmo_branch_field(branch, 4);
    return curve;
}

// A vertex of the plant at rest, moved; both in the plant's space.
//   branch_leaf  rows of the branch that it rides on and of its leaf, -1: none   (TEXCOORD_1)
//   along        where it sits on that branch, that one on its parent, and so on (TEXCOORD_2, _3)
//   weights      of bending with its branch, and of fluttering                   (TEXCOORD_4)
//   world        from the plant's space to the world's: a turn, a size, a place
//   time         s; for motion vectors call it again with the last frame's
ThigmoVertex thigmo_move(ThigmoVertex rest, vec2 branch_leaf, vec4 along, vec2 weights, mat4 world,
                         float time) {
    ThigmoGale gale = thigmo_make_gale(world, time);
    if (gale.speed <= 0.0) return rest;
    int leaf = branch_leaf.y < 0.0 ? -1 : int(branch_leaf.y + 0.5);
    vec3 pivot = leaf < 0 ? rest.position : thigmo_leaf_field(leaf, 0).xyz;
    ThigmoMotion m;
    m.place = pivot;
    m.x = vec3(1.0, 0.0, 0.0);
    m.y = vec3(0.0, 1.0, 0.0);
    m.z = vec3(0.0, 0.0, 1.0);
    int branch = branch_leaf.x < 0.0 ? -1 : int(branch_leaf.x + 0.5);
    int stem = branch < 0 ? -1 : thigmo_stem(branch);
    vec2 stem_sway = stem < 0 ? vec2(0.0, 0.0) : thigmo_own_sway(gale, stem);
    float x = along.x;
    for (int level = 0; level < @most_orders@; level++) {
        if (branch < 0) break;
        ThigmoCurve curve = thigmo_curve(branch);
        vec2 sway = thigmo_sway_of(gale, branch, stem, stem_sway);
        vec2 bend = thigmo_bend(gale, branch, curve, sway);
        ThigmoMotion bent = thigmo_bend_motion(m, curve, bend, x);
        if (level == 0) {
            bent.place = mix(m.place, bent.place, weights.x);
            bent.x = mix(m.x, bent.x, weights.x);
            bent.y = mix(m.y, bent.y, weights.x);
            bent.z = mix(m.z, bent.z, weights.x);
        }
        m = bent;
        x = level == 0 ? along.y : level == 1 ? along.z : level == 2 ? along.w
          : thigmo_branch_field(branch, 1).w;
        branch = int(floor(thigmo_branch_field(branch, 0).w + 0.5));
    }
    ThigmoVertex v = rest;
    v.position = m.place;
    if (leaf >= 0) {
        float supple = thigmo_leaf_field(leaf, 0).w;
        vec3 h = weights.y * supple * thigmo_leaf_turn(gale, leaf, rest.position, m);
        v.position += thigmo_moved_way(m, thigmo_half_turn(h, rest.position - pivot));
        v.normal = thigmo_half_turn(h, v.normal);
        v.tangent = thigmo_half_turn(h, v.tangent);
    }
    if (THIGMO_QUALITY == 2) {
        v.normal = rest.normal;
        v.tangent = rest.tangent;
    } else {
        v.normal = normalize(thigmo_moved_normal(m, v.normal));
        v.tangent = normalize(thigmo_moved_way(m, v.tangent));
    }
    return v;
}
