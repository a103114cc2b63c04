/* SPDX-License-Identifier: MIT
 *
 * The table of joint types, and a type's locks in space or in the plane. */
#include "joint/joint.h"
#include "base/registry.h"
#include <string.h>

#define JOINT(name) extern const JointType jd_joint_##name;
#include "joint/joints.def"
#undef JOINT

static const JointType *const joint_types[] = {
#define JOINT(name) &jd_joint_##name,
#include "joint/joints.def"
#undef JOINT
};
static const Registry registry = REGISTRY_WITH_ALIASES(joint_types);

const JointType *jd_joint_at(int index) {
    return jd_registry_at(&registry, index);
}

const JointType *jd_joint_find(const char *name) {
    return jd_registry_find(&registry, name);
}

void jd_joint_suggest(Nearest *nearest) {
    jd_registry_suggest(&registry, nearest);
}

/* Whether the word stands in the text, by itself. */
static bool names(const char *text, const char *word) {
    static const char between[] = " .*/+-^(),\t\n";
    for (text += strspn(text, between); *text; text += strspn(text, between)) {
        const size_t length = strcspn(text, between);
        if (length == strlen(word) && !strncmp(text, word, length)) return true;
        text += length;
    }
    return false;
}

bool jd_joint_is_disc(const JointType *type) {
    for (int n = 0; n < JOINT_LOCKS && type->locks[n]; n++)
        if (names(type->locks[n], jd_vector_name(VEC_UP)) ||
            names(type->locks[n], jd_vector_name(VEC_AHEAD)))
            return true;
    return false;
}

int jd_field_count(const Field *fields) {
    int count = 0;
    while (fields && count < TYPE_FIELDS && fields[count].name) count++;
    return count;
}

int jd_field_width(const Field *field) {
    return field->count > 1 ? 3 : 1;
}

/* Types that couple name qi and qj, and only they do. */
static bool check_couples(const JointType *type, const Lock *lock, int number, Where where,
                          JdLog *log) {
    if (type->couples == (lock->q[0] != 0 || lock->q[1] != 0)) return true;
    jd_report(log, JD_ERROR, "lock-coupling", where,
              type->couples ? "lock '%s' of '%s' does not say how two frees move together"
                            : "lock '%s' of '%s' names frees of other joints",
              type->locks[number], type->name);
    jd_hint(log, type->couples ? "write it with the two frees: qi + ratio*qj"
                               : "only types that couple do: gear, belt, rack, coupling");
    return false;
}

int jd_joint_locks(const JointType *type, bool planar, const double *values, Lock *locks,
                   const char **texts, Where where, JdLog *log) {
    int count = 0;
    for (int n = 0; n < JOINT_LOCKS && type->locks[n]; n++) {
        Lock lock;
        if (!jd_lock_parse(type->locks[n], type->fields, values, where, &lock, log)) return -1;
        if (!check_couples(type, &lock, n, where, log)) return -1;
        if (planar && (type->spatial_only || jd_lock_names_z(&lock))) continue;
        if (texts) texts[count] = type->locks[n];
        if (planar) lock.about.twist = false; /* it is as good as the angle there */
        locks[count++] = lock;
    }
    return count;
}
