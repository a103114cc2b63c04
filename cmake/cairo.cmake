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
    endif()
endif()
