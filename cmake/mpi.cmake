# SPDX-License-Identifier: MIT
#
# MPI for `jourdain sweep`, if it is there: a module beside the program, which loads it only under mpirun, so that
# nothing else becomes slower to start. Without it the program goes by the numbers that the launcher tells.

set(mpi_definitions)
option(JD_MPI "a module for mpirun, if MPI is there" ON)
if(JD_MPI AND JD_SHARED)
    find_package(MPI QUIET COMPONENTS C)
endif()
if(JD_MPI AND MPI_C_FOUND)
    add_library(mpi_module MODULE src/mpi/mpi.c)
    set_target_properties(mpi_module PROPERTIES PREFIX "" OUTPUT_NAME jourdain_mpi)
    target_link_libraries(mpi_module PRIVATE MPI::MPI_C)
    set(mpi_definitions JD_MPI_MODULE="jourdain_mpi.so")
    install(TARGETS mpi_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
