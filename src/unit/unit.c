/* SPDX-License-Identifier: MIT
 *
 * Units (units.def) and dimensions (dims.def). Scales below one are kept as their whole inverse
 * where they have one, so that 153 mm is the double nearest to 0.153. */
#include "unit/unit.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    Unit unit;
    const char *summary;
} UnitEntry;
typedef struct {
    Dim dim;
    const char *word;
} DimEntry;

#define UNIT(name, scale, length, mass, time, current, temperature, summary)                       \
    {name, {scale, {length, mass, time, current, temperature, 0}}, summary},
#define ANGLE(name, scale, time, summary) {name, {scale, {0, 0, time, 0, 0, 1}}, summary},
static const UnitEntry units[] = {
#include "unit/units.def"
};
#undef ANGLE
#undef UNIT

#define DIM(length, mass, time, current, temperature, word)                                        \
    {{length, mass, time, current, temperature, 0}, word},
static const DimEntry dims[] = {
#include "unit/dims.def"
};
#undef DIM

enum { UNIT_COUNT = sizeof units / sizeof *units, DIM_COUNT = sizeof dims / sizeof *dims };

bool jd_unit_find(const char *name, size_t length, Unit *unit) {
    for (int n = 0; n < UNIT_COUNT; n++) {
        if (strlen(units[n].name) != length || memcmp(units[n].name, name, length) != 0) continue;
        *unit = units[n].unit;
        return true;
    }
    return false;
}

const char *jd_unit_at(int index) {
    return index >= 0 && index < UNIT_COUNT ? units[index].name : NULL;
}

const char *jd_unit_summary(int index) {
    return index >= 0 && index < UNIT_COUNT ? units[index].summary : NULL;
}

/* 1000 for 1e-3; 0 if the inverse is not a whole number. */
static const double rounding = 1e-15; /* of an inverse, a few units in the last place */

static double whole_inverse(double scale) {
    if (!(scale > 0 && scale < 1)) return 0;
    const double inverse = 1 / scale, whole = floor(inverse + 0.5);
    return fabs(inverse - whole) <= rounding * whole ? whole : 0;
}

double jd_unit_si(double value, Unit unit) {
    const double inverse = whole_inverse(unit.scale);
    return inverse > 0 ? value / inverse : value * unit.scale;
}

/* A product of powers on its way: scale = over / under. */
typedef struct {
    double over, under;
    int length, mass, time, current, temperature, angle;
} Product;

static void multiply(Product *product, Unit unit, int power) {
    const double inverse = whole_inverse(unit.scale);
    const bool up = (power > 0) != (inverse > 0);
    for (int n = 0; n < abs(power); n++)
        *(up ? &product->over : &product->under) *= inverse > 0 ? inverse : unit.scale;
    product->length += power * unit.dim.length;
    product->mass += power * unit.dim.mass;
    product->time += power * unit.dim.time;
    product->current += power * unit.dim.current;
    product->temperature += power * unit.dim.temperature;
    product->angle += power * unit.dim.angle;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool fits(int exponent) {
    return abs(exponent) <= SCHAR_MAX;
}

static bool product_fits(const Product *p) {
    return fits(p->length) && fits(p->mass) && fits(p->time) && fits(p->current) &&
           fits(p->temperature) && fits(p->angle);
}

/* One factor "m", "s^2", "s^-2", "1"; NULL if it is none, else what follows. */
static const char *parse_factor(const char *text, int sign, Product *product) {
    if (text[0] == '1' && (text[1] == '/' || text[1] == '*' || !text[1])) return text + 1;
    size_t length = 0;
    while (is_letter(text[length])) length++;
    Unit unit;
    if (!length || !jd_unit_find(text, length, &unit)) return NULL;
    text += length;

    int power = 1;
    if (*text == '^') {
        const bool negative = text[1] == '-';
        text += negative ? 2 : 1;
        if (*text < '1' || *text > '9') return NULL;
        for (power = 0; *text >= '0' && *text <= '9' && fits(power); text++)
            power = 10 * power + (*text - '0');
        if (!fits(power)) return NULL;
        if (negative) power = -power;
    }
    multiply(product, unit, sign * power);
    return text;
}

bool jd_unit_parse(const char *text, Unit *unit) {
    Product product = {.over = 1, .under = 1};
    const char *at = text ? parse_factor(text, 1, &product) : NULL;
    while (at && (*at == '*' || *at == '/') && product_fits(&product))
        at = parse_factor(at + 1, *at == '*' ? 1 : -1, &product);

    const double scale = product.over / product.under;
    if (!at || *at || !product_fits(&product)) return false;
    if (!isfinite(scale) || scale <= 0) return false;
    const Dim dim = {(signed char)product.length,      (signed char)product.mass,
                     (signed char)product.time,        (signed char)product.current,
                     (signed char)product.temperature, (signed char)product.angle};
    *unit = (Unit){scale, dim};
    return true;
}

bool jd_dim_equal(Dim a, Dim b) {
    return a.length == b.length && a.mass == b.mass && a.time == b.time && a.current == b.current &&
           a.temperature == b.temperature;
}

/* An angle times a length is a length, one times a torque an energy: what is left of it then is not
 * told. */
bool jd_dim_keeps_angle(Dim dim) {
    return !dim.length && !dim.mass && !dim.current && !dim.temperature;
}

const char *jd_dim_word(Dim dim) {
    for (int n = 0; n < DIM_COUNT; n++)
        if (jd_dim_equal(dims[n].dim, dim)) return dims[n].word;
    return NULL;
}

void jd_dim_unit(Dim dim, char *out, size_t room) {
    const struct {
        const char *name;
        int power;
    } factors[] = {{"kg", dim.mass},
                   {"m", dim.length},
                   {"s", dim.time},
                   {"A", dim.current},
                   {"K", dim.temperature}};
    enum { FACTORS = sizeof factors / sizeof *factors };
    char text[64] = "";
    size_t count = 0;

    /* First what stands above the line, then what stands below. */
    for (int sign = 1; sign >= -1; sign -= 2) {
        if (sign < 0 && !count) text[count++] = '1';
        for (int n = 0; n < FACTORS; n++) {
            const int power = sign * factors[n].power;
            if (power <= 0) continue;
            const char *join = sign < 0 ? "/" : count ? "*" : "";
            char raised[16] = "";
            if (power > 1) snprintf(raised, sizeof raised, "^%d", power);
            count += (size_t)snprintf(text + count, sizeof text - count, "%s%s%s", join,
                                      factors[n].name, raised);
        }
    }
    text[count] = '\0';
    if (room) snprintf(out, room, "%s", text);
}
