/* SPDX-License-Identifier: MIT
 *
 * The calls of SUNDIALS that the adapters make, in one table: nine libraries, which a program that takes other steppers does
 * not load. Whatever only reads a vector or a matrix is a macro of theirs (NV_DATA_S, SM_DATA_S). */
#ifndef JD_RUN_SUNDIALS_CALLS_H
#define JD_RUN_SUNDIALS_CALLS_H

#include "base/base.h"

#ifdef JD_SUNDIALS
#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>
#ifdef JD_KLU
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#define SOLVER_CALLS(CALL) CALL(SUNLinSol_KLU) CALL(SUNLinSol_KLUReInit) CALL(SUNLinSolSetup_KLU) CALL(SUNSparseMatrix)
#else
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#define SOLVER_CALLS(CALL) CALL(SUNLinSol_Dense) CALL(SUNDenseMatrix) CALL(SUNMatZero)
#endif

#define SUNDIALS_CALLS(CALL) \
    CALL(N_VConst) CALL(N_VDestroy) CALL(N_VNewEmpty_Serial) CALL(SUNContext_Create) CALL(SUNContext_Free) \
    CALL(SUNLinSolFree) CALL(SUNLinSolFreeEmpty) CALL(SUNLinSolInitialize) CALL(SUNLinSolNewEmpty) \
    CALL(SUNLinSolSetup) CALL(SUNLinSolSolve) CALL(SUNMatDestroy) CALL(SUNNonlinSolFree) \
    CALL(SUNNonlinSolGetCurIter) CALL(SUNNonlinSolSetConvTestFn) CALL(SUNNonlinSol_Newton) \
    CALL(CVode) CALL(CVodeCreate) CALL(CVodeFree) CALL(CVodeGetDky) CALL(CVodeGetNumErrTestFails) \
    CALL(CVodeGetNumProjFails) CALL(CVodeGetNumStepSolveFails) CALL(CVodeInit) CALL(CVodeReInit) \
    CALL(CVodeSetErrHandlerFn) CALL(CVodeSetLinSysFn) CALL(CVodeSetLinearSolver) CALL(CVodeSetMaxConvFails) \
    CALL(CVodeSetMaxErrTestFails) CALL(CVodeSetMaxNonlinIters) CALL(CVodeSetMaxStep) CALL(CVodeSetMinStep) \
    CALL(CVodeSetNonlinearSolver) CALL(CVodeSetProjErrEst) CALL(CVodeSetProjFn) CALL(CVodeSetStopTime) \
    CALL(CVodeSetUserData) CALL(CVodeWFtolerances) \
    CALL(IDACreate) CALL(IDAFree) CALL(IDAGetDky) CALL(IDAGetNumErrTestFails) CALL(IDAGetNumStepSolveFails) \
    CALL(IDAInit) CALL(IDAReInit) CALL(IDASetErrHandlerFn) CALL(IDASetInitStep) CALL(IDASetJacFn) \
    CALL(IDASetLinearSolver) CALL(IDASetMaxConvFails) CALL(IDASetMaxErrTestFails) \
    CALL(IDASetMaxNonlinIters) CALL(IDASetMaxStep) CALL(IDASetMinStep) CALL(IDASetNonlinearSolver) \
    CALL(IDASetStopTime) CALL(IDASetUserData) CALL(IDASolve) CALL(IDAWFtolerances) SOLVER_CALLS(CALL)

typedef struct {
#define CALL(name) __typeof__(name) *name;
    SUNDIALS_CALLS(CALL)
#undef CALL
} SundialsCalls;

/* False after a report: a library that was there when the program was built is not there now. */
bool jd_sundials_find(SundialsCalls *calls, JdLog *log);
#endif
/* Whether it is there, for the table of a stepper. */
bool jd_sundials_there(JdLog *log);

#endif
