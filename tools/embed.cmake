# Writes OUTPUT, a C++ source that holds every file of FOLDER as bytes, in order of name: what the
# function FUNCTION, which HEADER declares, gives as rows of TYPE.
file(GLOB paths ${FOLDER}/*)
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
"// Made by tools/embed.cmake.
#include \"${HEADER}\"

namespace thigmo {
namespace {
${arrays}
const ${TYPE} files[] = {
${rows}};
}  // namespace

std::span<const ${TYPE}> ${FUNCTION}() { return files; }

}  // namespace thigmo
")
