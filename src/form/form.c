/* SPDX-License-Identifier: MIT
 *
 * The table of formulations. */
#include "form/form.h"
#include <string.h>

#define FORM(name) extern const FormType jd_form_##name;
#include "form/forms.def"
#undef FORM

static const FormType *const forms[] = {
#define FORM(name) &jd_form_##name,
#include "form/forms.def"
#undef FORM
};
enum { FORMS = sizeof forms / sizeof *forms };

const FormType *jd_form_at(int index) {
    return index >= 0 && index < FORMS ? forms[index] : NULL;
}

const FormType *jd_form_find(const char *name) {
    for (int n = 0; n < FORMS; n++) {
        if (!strcmp(forms[n]->name, name)) return forms[n];
        if (forms[n]->aliases && jd_word_in_list(name, forms[n]->aliases)) return forms[n];
    }
    return NULL;
}
