# SPDX-License-Identifier: MIT
#
# What is installed: the headers, the libraries (that of the mechanics and that of pictures, each shared and static),
# the program, the models, the library of parts, and the two ways to find them: pkg-config (jourdain, jourdain_picture) and CMake
# (find_package(jourdain), targets jourdain::jourdain and jourdain::picture).
include(CMakePackageConfigHelpers)

install(TARGETS ${libraries} ${picture_libraries} EXPORT jourdain)
if(TARGET program)
    install(TARGETS program)
endif()
install(FILES include/jourdain.h include/jourdain_picture.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY doc example DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Sheets for other programs, written by the program itself: pages for man, completion, colours for editors.
if(TARGET program AND NOT CMAKE_CROSSCOMPILING)
    set(sheets ${CMAKE_CURRENT_BINARY_DIR}/sheets)
    set(write_sheets)
    foreach(sheet IN ITEMS man bash zsh fish vim vscode)
        list(APPEND write_sheets COMMAND program doc ${sheet} --out ${sheets}/${sheet} --quiet)
    endforeach()
    add_custom_command(OUTPUT ${sheets}/done ${write_sheets} COMMAND ${CMAKE_COMMAND} -E touch ${sheets}/done
        DEPENDS program COMMENT "Writing pages for man, completion, colours for editors" VERBATIM)
    add_custom_target(sheets ALL DEPENDS ${sheets}/done)
    install(DIRECTORY ${sheets}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${sheets}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME jourdain)
    install(FILES ${sheets}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _jourdain)
    install(FILES ${sheets}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME jourdain.fish)
    install(DIRECTORY ${sheets}/vim/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles)
    install(DIRECTORY ${sheets}/vscode DESTINATION ${CMAKE_INSTALL_DATADIR}/jourdain)
endif()
install(DIRECTORY model DESTINATION ${CMAKE_INSTALL_DATADIR}/jourdain
    FILES_MATCHING PATTERN *.jd PATTERN *.stl PATTERN *.obj)
install(DIRECTORY share/jourdain/lib DESTINATION ${CMAKE_INSTALL_DATADIR}/jourdain) # to be read; the library holds them

# CMake package.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/jourdain)
install(EXPORT jourdain NAMESPACE jourdain:: FILE jourdainTargets.cmake
    DESTINATION ${package_folder})
configure_package_config_file(cmake/jourdainConfig.cmake.in jourdainConfig.cmake
    INSTALL_DESTINATION ${package_folder}
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(jourdainConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${CMAKE_CURRENT_BINARY_DIR}/jourdainConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/jourdainConfigVersion.cmake
    DESTINATION ${package_folder})

# pkg-config. Paths hang on the place of the file itself, so that the whole tree may be moved.
file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(libdir "\${prefix}")
set(includedir "\${prefix}")
cmake_path(APPEND libdir ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND includedir ${CMAKE_INSTALL_INCLUDEDIR})
set(cairo_flags)
if(cairo_libraries STREQUAL "${CAIRO_LIBRARY}")
    set(cairo_flags " -lcairo")
endif()
foreach(name IN ITEMS jourdain jourdain_picture)
    configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
