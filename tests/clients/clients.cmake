# Programs that read our files: they import what the command line exported, and say what they see.
find_program(BLENDER blender)
find_program(ASSIMP assimp)
find_program(GLSLANG glslangValidator)
if(NOT BLENDER OR NOT ASSIMP OR NOT GLSLANG)
    message(FATAL_ERROR
        "THIGMO_CLIENTS needs blender, assimp and glslangValidator; run ./dev test --clients")
endif()

set(client_files ${CMAKE_CURRENT_BINARY_DIR}/client_files)
add_executable(thigmo_client_plants ${CMAKE_CURRENT_LIST_DIR}/write_plants.cpp)
target_link_libraries(thigmo_client_plants PRIVATE thigmo thigmo_samples thigmo_options)

add_test(NAME client_files
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/export_files.py
            $<TARGET_FILE:thigmo_client_plants> ${PROJECT_BINARY_DIR}/thigmo ${client_files})
set_tests_properties(client_files PROPERTIES FIXTURES_SETUP client_files)

add_executable(thigmo_client_motion ${CMAKE_CURRENT_LIST_DIR}/write_motion.cpp)
target_link_libraries(thigmo_client_motion PRIVATE thigmo thigmo_options)
add_test(NAME client_motion_files
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/motion_files.py
            $<TARGET_FILE:thigmo_client_motion> ${PROJECT_BINARY_DIR}/thigmo
            ${CMAKE_CURRENT_LIST_DIR}/rose.toml ${client_files})
set_tests_properties(client_motion_files PROPERTIES FIXTURES_SETUP client_motion_files)
add_test(NAME client_blender_motion
    COMMAND ${BLENDER} --background --factory-startup --python-exit-code 1
            --python ${CMAKE_CURRENT_LIST_DIR}/blender_motion.py -- ${client_files})
set_tests_properties(client_blender_motion PROPERTIES
    FIXTURES_REQUIRED client_motion_files TIMEOUT 600)

add_test(NAME client_blender
    COMMAND ${BLENDER} --background --factory-startup --python-exit-code 1
            --python ${CMAKE_CURRENT_LIST_DIR}/blender_import.py -- ${client_files})
add_test(NAME client_assimp
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/assimp_info.py ${ASSIMP} ${client_files})
set_tests_properties(client_blender client_assimp PROPERTIES
    FIXTURES_REQUIRED client_files TIMEOUT 600)

add_test(NAME client_shader_compile
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/shader_compile.py ${GLSLANG}
            ${PROJECT_BINARY_DIR}/thigmo ${client_files}/sapling.plant ${client_files}/shader_pack)
set_tests_properties(client_shader_compile PROPERTIES FIXTURES_REQUIRED client_files)

# What a newcomer's line writes, with the limits of docs/motion_files.md.
set(default_species oak willow)
add_test(NAME client_default_files
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/default_files.py
            ${PROJECT_BINARY_DIR}/thigmo ${client_files} ${default_species})
set_tests_properties(client_default_files PROPERTIES
    FIXTURES_SETUP client_default_files TIMEOUT 600)
add_test(NAME client_blender_default
    COMMAND ${BLENDER} --background --factory-startup --python-exit-code 1
            --python ${CMAKE_CURRENT_LIST_DIR}/blender_default.py --
            ${PROJECT_SOURCE_DIR}/tools ${client_files} ${default_species})
set_tests_properties(client_blender_default PROPERTIES
    FIXTURES_REQUIRED client_default_files TIMEOUT 900)
find_program(CHROMIUM NAMES chromium chromium-browser)
if(THIGMO_PAGE_FILES AND CHROMIUM)
    add_test(NAME client_three_default
        COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/test/exported_motion.mjs ${CHROMIUM}
                ${client_files} ${default_species})
    set_tests_properties(client_three_default PROPERTIES
        FIXTURES_REQUIRED client_default_files TIMEOUT 900)
endif()
