# SPDX-License-Identifier: MIT
#
# Cairo, if it is there: cairo_definitions, cairo_includes, cairo_libraries. Without it pictures are SVG only, and
# the program says what to install for the others.
set(cairo_definitions)
set(cairo_includes)
set(cairo_libraries)
if(JD_CAIRO)
    find_path(CAIRO_INCLUDE cairo.h PATH_SUFFIXES cairo)
    find_library(CAIRO_LIBRARY cairo)
    if(CAIRO_INCLUDE AND CAIRO_LIBRARY)
        set(cairo_definitions JD_CAIRO=1)
        set(cairo_includes ${CAIRO_INCLUDE})
        set(cairo_libraries ${CAIRO_LIBRARY})
        # Where a shared one is there it is loaded when something is drawn: with it come twenty libraries.
        get_filename_component(cairo_file ${CAIRO_LIBRARY} REALPATH)
        if(JD_LOAD AND CMAKE_SYSTEM_NAME STREQUAL Linux AND cairo_file MATCHES "(libcairo\\.so\\.[0-9]+)")
            list(APPEND cairo_definitions JD_CAIRO_NAME="${CMAKE_MATCH_1}")
            set(cairo_libraries ${CMAKE_DL_LIBS})
            list(APPEND loaded_files ${cairo_file})
        endif()
    endif()
endif()
