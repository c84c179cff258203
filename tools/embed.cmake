# Writes OUTPUT, a C++ source that holds every file of FOLDER as bytes, in order of name.
file(GLOB paths ${FOLDER}/*.l ${FOLDER}/*.toml)
list(SORT paths)
set(arrays "")
set(rows "")
set(number 0)
foreach(path ${paths})
    get_filename_component(name ${path} NAME)
    file(READ ${path} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND arrays "constexpr unsigned char file_${number}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", {reinterpret_cast<const char*>(file_${number}), sizeof(file_${number}) - 1}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}
"// Made by tools/embed.cmake from species/.
#include \"thigmo/materials/species_files.h\"

namespace thigmo {
namespace {
${arrays}
const SpeciesFile files[] = {
${rows}};
}  // namespace

std::span<const SpeciesFile> species_files() { return files; }

}  // namespace thigmo
")
