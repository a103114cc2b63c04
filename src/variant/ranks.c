/* SPDX-License-Identifier: MIT
 *
 * Processes that were started together. What they share is the folder of the study, so all that is
 * asked of MPI is the number of each, and that all end together. Its library is loaded when there
 * are several, and not for every `jourdain --version`: it lies beside the program if it was there
 * when that was built. */
#define _GNU_SOURCE
#include "variant/variant.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifndef JD_MPI_MODULE
#define JD_MPI_MODULE "" /* this build has none */
#endif

typedef struct {
    void *library;
    void (*end)(void);
} Ranks;
static Ranks *opened(void) {
    static Ranks ranks; /* MPI itself begins and ends once in a program */
    return &ranks;
}

/* What launchers tell: Open MPI, MPICH and its like, Slurm's srun. */
static bool count_ranks(int *rank, int *ranks) {
    static const char *const names[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                           {"PMI_RANK", "PMI_SIZE"},
                                           {"PMIX_RANK", "PMIX_SIZE"}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const char *own = getenv(names[n][0]), *all = getenv(names[n][1]);
        if (!own || !all) continue;
        *rank = atoi(own);
        *ranks = atoi(all);
        return *ranks > 1;
    }
    return false;
}

static void *load(void) {
    Dl_info info;
    char path[4200];
    if (!*JD_MPI_MODULE) return NULL;
    void *library = dlopen(JD_MPI_MODULE, RTLD_NOW | RTLD_GLOBAL);
    if (library || !dladdr((void *)(uintptr_t)jd_version, &info) || !info.dli_fname) return library;
    /* Beside the library of the program. */
    const char *slash = strrchr(info.dli_fname, '/');
    snprintf(path, sizeof path, "%.*s/%s", slash ? (int)(slash - info.dli_fname) : 1,
             slash ? info.dli_fname : ".", JD_MPI_MODULE);
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

bool jd_ranks_begin(int *rank, int *ranks, JdLog *log) {
    Ranks *at = opened();
    *rank = 0;
    *ranks = 1;
    if (!count_ranks(rank, ranks)) return true;
    at->library = load();
    if (!at->library) {
        if (*rank == 0)
            jd_report(log, JD_NOTE, "study-mpi", nowhere,
                      "%d processes were started together; this program was built without MPI and "
                      "goes by their numbers",
                      *ranks);
        return true;
    }
    bool (*begin)(int *, int *);
    *(void **)(void *)&begin = dlsym(at->library, "jd_mpi_begin");
    *(void **)(void *)&at->end = dlsym(at->library, "jd_mpi_end");
    return begin && at->end && begin(rank, ranks);
}

void jd_ranks_end(void) {
    Ranks *at = opened();
    if (at->end) at->end();
    at->end = NULL;
}
