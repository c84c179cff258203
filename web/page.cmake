# Builds the page where npm is and its packages can be had: THIGMO_PAGE_FILES, to be put into the
# program, and THIGMO_PAGE_FOLDER. Elsewhere both stay empty and THIGMO_PAGE_LACKS says what is missing.
set(THIGMO_PAGE AUTO CACHE STRING "Build the page: AUTO (where npm can), ON or OFF")
set_property(CACHE THIGMO_PAGE PROPERTY STRINGS AUTO ON OFF)
set(THIGMO_PAGE_FOLDER "")
set(THIGMO_PAGE_FILES "")
set(THIGMO_PAGE_LACKS "THIGMO_PAGE is OFF")
if(THIGMO_PAGE STREQUAL "OFF")
    return()
endif()

find_program(NODE NAMES node nodejs)
find_program(NPM npm)
set(web ${PROJECT_SOURCE_DIR}/web)

# The packages of the lock file, once for all build folders.
function(install_packages lacks)
    file(SHA256 ${web}/package-lock.json wanted)
    set(stamp ${web}/node_modules/.thigmo_lock)
    if(EXISTS ${stamp})
        file(READ ${stamp} installed)
        if(installed STREQUAL wanted)
            return()
        endif()
    endif()
    message(STATUS "npm ci: packages of the page")
    execute_process(COMMAND ${NPM} ci --ignore-scripts
            --fetch-retries=1 --fetch-timeout=30000
        WORKING_DIRECTORY ${web} TIMEOUT 300
        RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(NOT failed EQUAL 0)
        string(REGEX MATCH "npm (error|ERR!)[^\n]*" line "${said}")
        message(STATUS "npm ci failed, so there is no page: ${line}")
        set(${lacks} "npm could not get the page's packages" PARENT_SCOPE)
        return()
    endif()
    file(WRITE ${stamp} ${wanted})
endfunction()

if(NODE AND NPM)
    set(THIGMO_PAGE_LACKS "")
    install_packages(THIGMO_PAGE_LACKS)
else()
    set(THIGMO_PAGE_LACKS "install nodejs and npm")
endif()
if(THIGMO_PAGE_LACKS)
    if(THIGMO_PAGE STREQUAL "ON")
        message(FATAL_ERROR "THIGMO_PAGE is ON: ${THIGMO_PAGE_LACKS}")
    endif()
    return()
endif()

set(THIGMO_PAGE_FOLDER ${PROJECT_BINARY_DIR}/page)
foreach(name index.html page.css page.js)
    list(APPEND THIGMO_PAGE_FILES ${THIGMO_PAGE_FOLDER}/${name})
endforeach()
file(GLOB page_sources CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css)
add_custom_command(OUTPUT ${THIGMO_PAGE_FILES}
    COMMAND ${NPM} run --silent check
    COMMAND ${NODE} node_modules/vite/bin/vite.js build --logLevel warn --outDir ${THIGMO_PAGE_FOLDER}
    WORKING_DIRECTORY ${web}
    DEPENDS ${page_sources} ${web}/index.html ${web}/vite.config.ts ${web}/tsconfig.json
            ${web}/package-lock.json ${PROJECT_SOURCE_DIR}/thigmo/plant/plant.fbs
    COMMENT "Building the page" VERBATIM)
add_custom_target(thigmo_page DEPENDS ${THIGMO_PAGE_FILES})
