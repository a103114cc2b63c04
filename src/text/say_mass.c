/* SPDX-License-Identifier: MIT
 *
 * The mass of a body: said, or by a shape; its inertia, in the plane and in space; its loads. */
#include "text/body.h"
#include <string.h>

/* ---- Inertia -------------------------------------------------------------------------------- */

static int rows_of(Build *build, const Expr *expr);

/* Operations that a matrix goes through row by row. */
static bool is_by_rows(const Expr *expr) {
    return expr->kind == EXPR_BINARY && strchr("+-*/", expr->text[0]);
}

/* A row of operations as far as matrices go through it; false: memory is out. */
static bool open_rows(Build *build, const Expr *expr, Spine *spine) {
    if (!jd_spine_open(expr, SPINE_ALL, spine)) return build->arena->failed = true, false;
    for (int n = 0; n < spine->count; n++) {
        if (is_by_rows(jd_spine_at(spine, n))) continue;
        spine->inner = jd_spine_at(spine, n);
        spine->count = n;
    }
    return true;
}

static int rows_of_inner(Build *build, const Expr *expr) {
    if (expr->kind == EXPR_UNITED || expr->kind == EXPR_UNARY) return rows_of(build, expr->args[0]);
    if (expr->kind != EXPR_VECTOR || !expr->count) return 0;
    Value first = {.count = 1};
    if (expr->args[0]->kind == EXPR_VECTOR) return expr->count;
    if (expr->args[0]->kind != EXPR_NUMBER && !jd_build_value(build, expr->args[0], &first))
        return -1;
    return first.count > 1 ? expr->count : 0;
}

/* [[a, b, c], [..], [..]]: how many rows; 0: it is none; -1: there was a mistake. */
static int rows_of(Build *build, const Expr *expr) {
    Spine spine;
    if (!open_rows(build, expr, &spine)) return -1;
    int rows = rows_of_inner(build, spine.inner);
    for (int n = spine.count - 1; n >= 0 && !rows; n--)
        rows = rows_of(build, jd_spine_at(&spine, n)->args[1]);
    jd_spine_close(&spine);
    return rows;
}

static const Expr *row_of(Build *build, const Expr *expr, int r);

/* The same operation on rows. */
static const Expr *with_rows(Build *build, const Expr *expr, const Expr *left, const Expr *right) {
    Expr *row = ARENA_NEW(build->arena, Expr, 1);
    if (row) *row = *expr;
    if (row) row->args = ARENA_NEW(build->arena, Expr *, expr->count);
    if (!row || !row->args || !left || !right) return NULL;
    row->args[0] = (Expr *)(uintptr_t)left;
    if (expr->count > 1) row->args[1] = (Expr *)(uintptr_t)right;
    return row;
}

static const Expr *row_of_inner(Build *build, const Expr *expr, int rows, int r) {
    if (rows <= 0) return expr;
    if (expr->kind == EXPR_VECTOR) return expr->args[r < rows ? r : 0];
    return with_rows(build, expr, row_of(build, expr->args[0], r), expr);
}

/* Row r of a matrix, or of a sum or multiple of matrices: the same expression of rows. */
static const Expr *row_of(Build *build, const Expr *expr, int r) {
    Spine spine;
    if (!open_rows(build, expr, &spine)) return NULL;
    int rows = rows_of_inner(build, spine.inner);
    const Expr *row = row_of_inner(build, spine.inner, rows, r);
    for (int n = spine.count - 1; n >= 0 && row; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        if (!rows) rows = rows_of(build, at->args[1]);
        row = rows > 0 ? with_rows(build, at, row, row_of(build, at->args[1], r)) : at;
    }
    jd_spine_close(&spine);
    return row;
}

static void report_inertia(Build *build, const Expr *expr, const ModelBody *body,
                           const char *found) {
    JdLog *log = jd_build_log(build);
    jd_report(
        log, JD_ERROR, "vector-size", jd_build_where(build, expr->span),
        "in space the inertia of body '%s' is three numbers or three rows of three; this is %s",
        body->name ? body->name : "", found);
    jd_hint(log, "give the principal values along the body's axes: inertia [Ixx, Iyy, Izz] kg*m^2");
    jd_hint(log, "or the matrix, row by row: inertia [[Ixx, Ixy, Ixz], [Ixy, Iyy, Iyz], [Ixz, Iyz, "
                 "Izz]] kg*m^2");
    jd_hint(log, "or a shape that it follows from: shape cylinder  diameter 20 mm");
}

/* Row by row, each with the unit and the factors that stand around the whole. */
static bool read_matrix(Build *build, const Expr *expr, ModelBody *body) {
    if (rows_of(build, expr) != 3)
        return report_inertia(build, expr, body, "something else"), false;
    for (int r = 0; r < 3; r++) {
        const Expr *part = row_of(build, expr, r);
        Vec3 v;
        if (!part) return false;
        if (!jd_build_vector(build, part, "kg*m^2", "a row of the inertia", &v)) return false;
        body->inertia[r][0] = v.x, body->inertia[r][1] = v.y, body->inertia[r][2] = v.z;
    }
    return true;
}

static bool read_principal(Build *build, const Node *node, const Expr *expr, ModelBody *body) {
    Axes axes;
    Value value;
    if (!jd_build_rotation(build, node, "principal", &axes)) return false;
    if (!jd_build_value(build, expr, &value)) return false;
    if (value.count == 1) return report_inertia(build, expr, body, "one number"), false;
    Vec3 v;
    if (!jd_build_vector(build, expr, "kg*m^2", "inertia", &v)) return false;
    const double principal[3][3] = {{v.x, 0, 0}, {0, v.y, 0}, {0, 0, v.z}};
    if (jd_node_clause(node, "principal"))
        jd_axes_tensor_out(&axes, principal, body->inertia);
    else
        memcpy(body->inertia, principal, sizeof principal);
    return true;
}

static bool read_inertia(Build *build, const Node *node, ModelBody *body) {
    const Expr *expr = jd_clause_expr(node, "inertia");
    const Node *turned = jd_node_clause(node, "principal");
    Axes unused;
    if (!expr) return !turned || jd_build_rotation(build, node, "principal", &unused);
    if (jd_build_width(build) == 2)
        return jd_build_clause(build, node, "inertia", &body->inertia[2][2]) &&
               jd_build_rotation(build, node, "principal", &unused) &&
               (jd_build_lamina(build, body), true);
    const int rows = rows_of(build, expr);
    if (rows <= 0) return !rows && read_principal(build, node, expr, body);
    if (!turned) return read_matrix(build, expr, body);
    jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, turned->span),
              "'principal' is said, but the inertia is a whole matrix, which holds its own axes");
    jd_hint(jd_build_log(build), "leave it out, or give the three principal values only");
    return false;
}

/* ---- Loads ---------------------------------------------------------------------------------- */

static bool add_load(Build *build, const Node *clause, ModelBody *body) {
    double mass;
    Vec3 at;
    const Expr *expr = clause->slots.at[0].expr;
    const bool heavy = jd_build_number(build, expr, "kg", "load", &mass);
    if (!jd_build_vector(build, clause->slots.at[1].expr, "m", "point of the load", &at) || !heavy)
        return false;
    if (mass <= 0) {
        jd_report(jd_build_log(build), JD_ERROR, "load-not-positive",
                  jd_build_where(build, expr->span), "this load of body '%s' has the mass %g kg",
                  body->name ? body->name : "", mass);
        jd_hint(jd_build_log(build), "a load is a mass greater than zero that the body carries");
        return false;
    }
    jd_body_add_load(body, mass, at);
    body->massless = body->point = false;
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------ */

bool jd_build_mass(Build *build, const Node *node, const Placed *placed, ModelBody *body) {
    body->mass_at = jd_build_clause_where(build, node, "mass");
    body->inertia_at = jd_build_clause_where(build, node, "inertia");
    body->massless = jd_node_clause(node, "massless");
    body->point = jd_node_clause(node, "point");
    const bool mass = jd_build_clause(build, node, "mass", &body->mass);
    const bool inertia = read_inertia(build, node, body);
    bool good = jd_build_shape(build, node, placed, body) && mass && inertia;
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        if (strcmp(clause->word, "load") == 0 && good) good = add_load(build, clause, body);
    }
    return good;
}
