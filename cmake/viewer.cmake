# SPDX-License-Identifier: MIT
#
# The page of `jourdain view`: bundled by viewer/build.mjs with Node and npm, and put into the program as bytes.
# viewer_source: the C file with them; show/html.c sees in has_page.h whether it holds a page (JD_VIEWER). The
# library needs none of this. Packages lie in viewer/node_modules, the page in build/viewer of the source tree:
# both are made once, and all build trees share them. If the page cannot be made (cmake/page.cmake) the program is
# built without, says what to install, and the next build tries again.
set(viewer_source)
if(NOT JD_VIEWER)
    return()
endif()

find_program(NODE node)
find_program(NPM npm)
mark_as_advanced(NODE NPM)
set(version 0)
if(NODE AND NPM)
    execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE version ERROR_QUIET)
    string(REGEX MATCH "[0-9]+" version "${version}")
endif()
if(NOT version GREATER_EQUAL 18)
    message(STATUS "Node 18 and npm are not there: without the page of `jourdain view`")
    return()
endif()

set(viewer_folder ${PROJECT_SOURCE_DIR}/build/viewer)
set(viewer_source ${viewer_folder}/page.c)
add_custom_target(viewer
    COMMAND ${CMAKE_COMMAND} -DFROM=${PROJECT_SOURCE_DIR}/viewer -DTO=${viewer_folder} -DNODE=${NODE} -DNPM=${NPM}
        -P ${PROJECT_SOURCE_DIR}/cmake/page.cmake
    BYPRODUCTS ${viewer_folder}/page.c ${viewer_folder}/has_page.h
    COMMENT "The page of the viewer" VERBATIM)
set_source_files_properties(src/show/html.c PROPERTIES
    COMPILE_OPTIONS "-include;${viewer_folder}/has_page.h" OBJECT_DEPENDS ${viewer_folder}/has_page.h)
