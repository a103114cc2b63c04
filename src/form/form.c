/* SPDX-License-Identifier: MIT
 *
 * The table of formulations, and what is asked of all of them alike. */
#include "form/form.h"
#include "base/registry.h"

#define FORM(name) extern const FormType jd_form_##name;
#include "form/forms.def"
#undef FORM

static const FormType *const forms[] = {
#define FORM(name) &jd_form_##name,
#include "form/forms.def"
#undef FORM
};
static const Registry registry = REGISTRY_WITH_ALIASES(forms);

const FormType *jd_form_at(int index) {
    return jd_registry_at(&registry, index);
}

const FormType *jd_form_find(const char *name) {
    return jd_registry_find(&registry, name);
}

/* A full matrix of so many rows takes a tenth of a second to solve, and more with the cube. */
enum { FULL_MOST = 500 };

bool jd_form_is_not_too_large(const JdSystem *s, int rows, const char *what, JdLog *log) {
    if (rows <= FULL_MOST) return true;
    jd_report(log, JD_ERROR, "form-too-large", nowhere,
              "form '%s' would solve for %d %s at every evaluation, by a full matrix: more than %d "
              "take too long",
              s->form->name, rows, what, FULL_MOST);
    jd_hint(log, "form newton-euler is made for many loops: its matrix is sparse");
    return false;
}

static const double open_most = 1e-8;    /* positions that a run goes on from */
static const double closed = 1e-11;      /* positions that close */
static const double parting_most = 1e-8; /* velocities of locks that do not close: they part */
/* And of locks that do close: beside a singular position others hardly reach what holds them. */
static const double uneasy_most = 1e-5;

bool jd_projected(const ProjectReport *report) {
    return report->positions < open_most &&
           report->velocities < (report->positions < closed ? uneasy_most : parting_most);
}
