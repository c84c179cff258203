// Whether a plant draws what its soup did.
#pragma once

#include "thigmo/authoring/author.h"

namespace thigmo {

/// Authored as it comes.
Authored author_soup(const Soup& soup, const AuthorSettings& settings = {});

/// Every triangle is drawn exactly once, where it was to within `slack` (m), by sound plants.
void expect_same_picture(const Soup& soup, const Authored& made, double slack);

/// No triangle of the soup has a domain in two plants.
void expect_owners(const Soup& soup, const Authored& made);

}  // namespace thigmo
