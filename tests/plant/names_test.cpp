// Domains as people call them.
#include "thigmo/plant/names.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "samples/trees.h"
#include "thigmo/scene/place.h"

namespace thigmo {
namespace {

TEST(DomainNames, find_the_domain_they_name) {
    for (const Plant& plant : {samples::sapling(), samples::binary_tree(20)})
        for (const DomainId domain : plant.domains.rows()) {
            PlaceName name;
            name.domain = domain_name(plant, domain);
            EXPECT_EQ(find_place(plant, name, "test").domain, domain);
        }
}

TEST(DomainNames, number_trunks_where_there_are_several) {
    Plant plant = samples::sapling();
    EXPECT_EQ(domain_name(plant, DomainId(0u)), "trunk");
    EXPECT_EQ(domain_name(plant, DomainId(1u)), "twig_1");
    plant.domains.kind[DomainId(1u)] = Kind::trunk;
    EXPECT_EQ(domain_name(plant, DomainId(1u)), "trunk_2");
    plant.domains.kind[DomainId(1u)] = static_cast<Kind>(99);
    EXPECT_EQ(domain_name(plant, DomainId(1u)), "domain 1 of no kind");
}

}  // namespace
}  // namespace thigmo
