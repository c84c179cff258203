// Events as tables of a scene's file.
#pragma once

#include "thigmo/base/settings.h"
#include "thigmo/scene/event.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo {

/// One [[event]]; the air tells what a change of wind is measured against.
Event read_event(const Settings& table, const std::optional<WindSettings>& air);

/// The keys domain, key, at_m and along.
PlaceName read_place(const Settings& table);

/// The speed of a wind by number or word.
double read_wind_speed(const Settings& table, std::string_view key);

/// `direction_deg`: what a wind blows towards, 0 along +X, turning about +Y.
Vec3 wind_direction(double degrees);

}  // namespace thigmo
