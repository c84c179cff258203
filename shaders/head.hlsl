// Shader model 4 and later. World matrices multiply columns: mul(world, position).
// Define THIGMO_STRUCT where textures and numbers are no globals: all is then in a struct, whose
// members you set before you call its thigmo_move.
#ifdef THIGMO_STRUCT
struct ThigmoBeam
{
#endif
Texture2D<float4> thigmo_branches;
Texture2D<float4> thigmo_leaves;
Texture2D<float4> thigmo_motion;
Texture2D<float4> thigmo_flutter;
#ifndef THIGMO_CONSTANTS  // define it where a constant buffer of your own has these
#ifndef THIGMO_STRUCT
cbuffer ThigmoConstants
{
#endif
    float4 thigmo_wind;
    float4 thigmo_damping;
    float4 thigmo_stiffness;
    float4 thigmo_sway;
    float4 thigmo_leaf;
    float4 thigmo_air;
#ifndef THIGMO_STRUCT
};
#endif
#endif

float4 thigmo_branch_texel(int x, int y) { return thigmo_branches.Load(int3(x, y, 0)); }
float4 thigmo_leaf_texel(int x, int y) { return thigmo_leaves.Load(int3(x, y, 0)); }
float4 thigmo_motion_texel(int x, int y) { return thigmo_motion.Load(int3(x, y, 0)); }
float4 thigmo_flutter_texel(int x, int y) { return thigmo_flutter.Load(int3(x, y, 0)); }
float3 thigmo_column(float4x4 world, int i) { return float3(world[0][i], world[1][i], world[2][i]); }
