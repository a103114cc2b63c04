# SPDX-License-Identifier: MIT
#
# A package for Debian and its like, by cpack: what `cmake --install` installs, below /usr. What it depends on is read from
# the programs themselves (dpkg-shlibdeps), where that is there.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jourdain)
set(CPACK_PACKAGE_VENDOR "the Jourdain project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "dynamics of mechanisms: bodies, joints, closed loops")
set(CPACK_PACKAGE_DESCRIPTION "Simulates mechanisms of rigid bodies, joints, springs and motors in the plane and in space.
 Program, C library with headers, models, documents.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Jourdain <jourdain@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS ffmpeg)
find_program(shlibdeps dpkg-shlibdeps)
mark_as_advanced(shlibdeps)
if(shlibdeps)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_CURRENT_BINARY_DIR})
endif()
include(CPack)
