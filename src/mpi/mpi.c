/* SPDX-License-Identifier: MIT
 *
 * The only file that knows MPI: a module that the program loads where it was started by mpirun. */
#include <mpi.h>
#include <stdbool.h>

__attribute__((visibility("default"))) bool jd_mpi_begin(int *rank, int *ranks);
__attribute__((visibility("default"))) void jd_mpi_end(void);

bool jd_mpi_begin(int *rank, int *ranks) {
    int there = 0;
    MPI_Initialized(&there);
    if (!there && MPI_Init(NULL, NULL) != MPI_SUCCESS) return false;
    return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           MPI_Comm_size(MPI_COMM_WORLD, ranks) == MPI_SUCCESS;
}

void jd_mpi_end(void) {
    int ended = 0;
    MPI_Finalized(&ended);
    if (!ended) MPI_Finalize();
}
