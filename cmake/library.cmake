# SPDX-License-Identifier: MIT
#
# The library of parts, share/jourdain/lib/*.jd, as bytes in C: `include "motors.jd"` finds it wherever the program
# stands, and without asking the file system. As a script (-DFROM=folder -DTO=file.c) it writes the C file.
if(CMAKE_SCRIPT_MODE_FILE)
    file(GLOB files RELATIVE ${FROM} ${FROM}/*.jd)
    list(SORT files)
    set(text "/* Made by cmake/library.cmake of the files of share/jourdain/lib. */\n#include \"text/library.h\"\n\n")
    set(table "")
    foreach(file IN LISTS files)
        file(READ ${FROM}/${file} bytes HEX)
        string(LENGTH "${bytes}" length)
        math(EXPR length "${length} / 2")
        string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
        string(REGEX REPLACE "[^a-z0-9]" "_" name "${file}")
        string(APPEND text "static const unsigned char ${name}[] = {${bytes}};\n")
        string(APPEND table "    {\"${file}\", ${name}, ${length}},\n")
    endforeach()
    file(WRITE ${TO} "${text}\nconst LibraryFile jd_library[] = {\n${table}    {0},\n};\n")
    return()
endif()

file(GLOB library_parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/share/jourdain/lib/*.jd)
set(library_bytes ${CMAKE_CURRENT_BINARY_DIR}/library.c)
add_custom_command(OUTPUT ${library_bytes}
    COMMAND ${CMAKE_COMMAND} -DFROM=${PROJECT_SOURCE_DIR}/share/jourdain/lib -DTO=${library_bytes}
        -P ${PROJECT_SOURCE_DIR}/cmake/library.cmake
    DEPENDS ${library_parts} ${PROJECT_SOURCE_DIR}/cmake/library.cmake
    COMMENT "The library of parts" VERBATIM)
