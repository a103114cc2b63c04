/* SPDX-License-Identifier: MIT
 *
 * Start values of a bond graph: storages that depend on others, and what artificial sources hold.
 */
#include "bonded/inside.h"
#include "model/inside.h"

/* ---- Start values of storages that depend on others ----------------------------------------- */

/* Values of all variables at the start; false: something from outside decides them. */
bool jd_bond_start_values(const ModelBonds *bonds, uint64_t seed, Arena *arena, double **values) {
    const BondEquations *equations = bonds->equations;
    const BondProgram *program = jd_equations_program(equations, arena);
    double *states = ARENA_NEW(arena, double, equations->states.count + 1);
    *values = program ? jd_bonds_values(bonds->graph, seed, arena) : NULL;
    int block;
    if (!states || !*values) return false;
    for (int n = 0; n < equations->states.count; n++)
        states[n] = equations->vars.at[equations->states.at[n]].start;
    return jd_equations_run(program, 0, states, *values, &block);
}

/* ---- What does not fit ---------------------------------------------------------------------- */

typedef struct {
    JdModel *model;
    const BondEquations *equations;
    Arena *arena;
    double *one, *two; /* values of names, where those from outside differ */
    LIST(int) fits;    /* variables that do not, as they stand */
    LIST(double) is;   /* their values */
} Look;

static int number_of(const Look *look, int var) {
    return jd_sym_node(look->equations->pool, look->equations->vars.at[var].name)->name;
}

/* It is known before the run. */
static bool is_known(const Look *look, int var) {
    return look->one[number_of(look, var)] == look->two[number_of(look, var)];
}

static bool note(Look *look, int var, double is) {
    int *fits = PUSH(look->arena, look->fits);
    double *value = PUSH(look->arena, look->is);
    if (!fits || !value) return false;
    *fits = var, *value = is;
    return true;
}

/* Storages that depend on others, and start with something else. */
static void look_at_storages(Look *look) {
    const double rounding = 1e-9;
    for (int n = 0; n < look->equations->dependent.count; n++) {
        const int var = look->equations->dependent.at[n];
        const BondVar *at = &look->equations->vars.at[var];
        const double is = look->one[number_of(look, var)], said = at->start;
        const bool fits = fabs(is - said) <= rounding * fmax(fabs(is), fabs(said));
        if (look->equations->graph->nodes.at[at->node].start_count && is_known(look, var) && !fits)
            note(look, var, said);
    }
}

/* The largest of what is of its kind. */
static double size_of(const Look *look, bool effort) {
    double size = 0;
    for (int c = 0; c < look->equations->graph->components; c++)
        size = fmax(size, fabs(look->one[number_of(look, (effort ? look->equations->effort
                                                                 : look->equations->flow)[c])]));
    return size;
}

static void look_at_holds(Look *look) {
    const double rounding = 1e-9;
    for (int n = 0; n < look->equations->helds.count; n++) {
        const BondHeld *held = &look->equations->helds.at[n];
        const double is = look->one[number_of(look, held->kept)];
        if (held->moves || !is_known(look, held->kept)) continue;
        if (fabs(is) > rounding * size_of(look, held->effort)) note(look, held->kept, is);
    }
}

/* ---- Messages ------------------------------------------------------------------------------- */

static const BondHeld *held_by(const BondEquations *equations, int kept) {
    for (int n = 0; n < equations->helds.count; n++)
        if (equations->helds.at[n].kept == kept) return &equations->helds.at[n];
    return NULL;
}

/* " kg*m/s"; of a plain number nothing. */
static const char *unit_of(const Look *look, int var) {
    const Dim dim = jd_var_dim(look->equations, &look->equations->vars.at[var]);
    char unit[64] = "";
    if (jd_has_dim(dim)) jd_dim_spoken(dim, unit, sizeof unit);
    const char *text = jd_arena_format(look->arena, "%s%s", *unit ? " " : "", unit);
    return text ? text : "";
}

static void tell_storage(const Look *look, int n, const BondImpulse *impulse, bool moved) {
    const int var = look->fits.at[n];
    const BondNode *at = &look->equations->graph->nodes.at[look->equations->vars.at[var].node];
    const double *values = moved ? impulse->values : look->one;
    const char *unit = unit_of(look, var);
    jd_report(look->model->log, JD_WARNING, "start-dependent", at->where,
              "the state of '%s' follows from others: it starts with %g%s, not with %g%s", at->name,
              values[number_of(look, var)], unit, look->is.at[n], unit);
    if (moved && impulse->moves.at)
        jd_hint(
            look->model->log,
            "an impulse of %g%s makes them fit at the start: it moves %s; leave its start out, or "
            "change those that it follows from",
            impulse->size[n], unit, impulse->moves.at);
    else
        jd_hint(look->model->log, "leave its start out, or change those that it follows from");
}

static void tell_held(const Look *look, int n, const BondHeld *held, const BondImpulse *impulse,
                      bool moved) {
    const BondNode *at = &look->equations->graph->nodes.at[held->node];
    const bool returns = held->alpha || held->beta || held->gamma;
    jd_report(look->model->log, JD_WARNING, "constraint-start", at->where,
              "what '%s' holds is not zero at the start: %s is %g%s", at->name,
              jd_sym_name_text(look->equations->pool, number_of(look, held->kept)), look->is.at[n],
              unit_of(look, held->kept));
    if (returns)
        jd_hint(look->model->log,
                "its gains take it back to zero; change the start values, if that "
                "is not meant");
    else if (moved && impulse->moves.at)
        jd_hint(
            look->model->log,
            "an impulse of %g makes it zero at the start: it moves %s; change the start values, "
            "or let `alpha` and `beta`, or `gamma`, take it back",
            impulse->size[n], impulse->moves.at);
    else
        jd_hint(look->model->log,
                "start values that fit would need an impulse; change them, or let "
                "`alpha` and `beta`, or `gamma`, take it back to zero");
}

/* Moves what does not fit, unless gains return it, and tells of it. */
static void make_fit(Look *look) {
    BondImpulse impulse = {.arena = look->arena, .fits = look->fits.at, .count = look->fits.count};
    impulse.size = ARENA_NEW(look->arena, double, look->fits.count + 1);
    bool wanted = false, moved = false;
    for (int n = 0; n < look->fits.count; n++) {
        const BondHeld *held = held_by(look->equations, look->fits.at[n]);
        wanted = wanted || !held || !(held->alpha || held->beta || held->gamma);
    }
    if (wanted && impulse.size) moved = jd_bond_impulse(look->model, &impulse);
    for (int n = 0; n < look->fits.count; n++) {
        const BondHeld *held = held_by(look->equations, look->fits.at[n]);
        if (held)
            tell_held(look, n, held, &impulse, moved);
        else
            tell_storage(look, n, &impulse, moved);
    }
    jd_text_free(&impulse.moves);
}

void jd_bond_check_starts(JdModel *model) {
    const ModelBonds *bonds = model->bonds;
    Arena arena = {0};
    Look look = {.model = model, .equations = bonds->equations, .arena = &arena};
    if (jd_bond_start_values(bonds, 1, &arena, &look.one) &&
        jd_bond_start_values(bonds, 2, &arena, &look.two)) {
        look_at_storages(&look);
        look_at_holds(&look);
        if (look.fits.count) make_fit(&look);
        jd_bond_check_phi(model, look.one, look.two);
    }
    if (arena.failed) model->arena.failed = true;
    jd_arena_free(&arena);
}
