// GLSL 3.00 ES, 3.30 and later.
#ifdef GL_ES
precision highp float;
precision highp int;
precision highp sampler2D;
#endif
uniform sampler2D thigmo_branches;
uniform sampler2D thigmo_leaves;
uniform sampler2D thigmo_motion;
uniform sampler2D thigmo_flutter;
uniform vec4 thigmo_wind;
uniform vec4 thigmo_damping;
uniform vec4 thigmo_stiffness;
uniform vec4 thigmo_sway;
uniform vec4 thigmo_leaf;
uniform vec4 thigmo_air;

vec4 thigmo_branch_texel(int x, int y) { return texelFetch(thigmo_branches, ivec2(x, y), 0); }
vec4 thigmo_leaf_texel(int x, int y) { return texelFetch(thigmo_leaves, ivec2(x, y), 0); }
vec4 thigmo_motion_texel(int x, int y) { return texelFetch(thigmo_motion, ivec2(x, y), 0); }
vec4 thigmo_flutter_texel(int x, int y) { return texelFetch(thigmo_flutter, ivec2(x, y), 0); }
vec3 thigmo_column(mat4 world, int i) { return world[i].xyz; }
