/* SPDX-License-Identifier: MIT
 *
 * All channels of a system, numbered and named once, and found by name through a hash. */
#include "system/channel.h"
#include "format/facts.h"
#include <assert.h>
#include <string.h>

static const Subject *const subjects[] = {
#define SUBJECT(name) &jd_subject_##name,
#include "system/subjects.def"
#undef SUBJECT
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* ---- Numbering ------------------------------------------------------------------------------ */

typedef struct ChannelAt ChannelAt;

/* Called once to count (channel NULL) and once to fill. */
typedef struct {
    JdSystem *system;
    ChannelAt *channel;
    const char **name;
    int count;
} Lister;

/* "jO.angle": there are so many of them that printf would show. */
static const char *join(Arena *arena, const char *prefix, const char *name) {
    const size_t before = strlen(prefix), length = strlen(name);
    char *joined = jd_arena_take(arena, before + length + 2);
    if (!joined) return NULL;
    memcpy(joined, prefix, before);
    joined[before] = '.';
    memcpy(joined + before + 1, name, length + 1);
    return joined;
}

static void list(Lister *to, const char *prefix, const char *name, ChannelAt at) {
    int index = to->count++;
    if (!to->channel) return;
    to->channel[index] = at;
    to->name[index] = !*prefix ? name : !*name ? prefix : join(&to->system->arena, prefix, name);
}

/* The frees of a joint, under the names that its type gives them, and its multipliers. */
static void list_joint(Lister *to, int k) {
    const SystemJoint *joint = &to->system->joint[k];
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const ChannelDef *table = jd_free_channels[def->kind - FREE_TURN];
        const char *names[3] = {def->position, def->rate, def->accel};
        for (int n = 0; n < 3; n++)
            list(to, joint->name, names[n], (ChannelAt){&table[n], table[n].unit, k, f});
    }
    static const char *const lambda[] = {"lambda1", "lambda2", "lambda3",
                                         "lambda4", "lambda5", "lambda6"};
    for (int n = 0; n < joint->locks; n++)
        list(to, joint->name, lambda[n],
             (ChannelAt){&jd_lambda_channel, joint->lock_row[n].metres ? "N" : "N*m", k, n});
}

static void list_subject(Lister *to, const Subject *subject, int k) {
    const JdSystem *system = to->system;
    const char *name = subject->name_of(system, k);
    if (!name) return;
    if (subject == &jd_subject_joint) list_joint(to, k);
    for (const ChannelDef *def = subject->defs; def->name; def++) {
        if (def->space_only && system->space == JD_PLANAR) continue;
        if (def->plane_only && system->space == JD_SPATIAL && !system->flat) continue;
        if (subject->has && !subject->has(system, k, def)) continue;
        list(to, name, def->name,
             (ChannelAt){def, def->unit ? def->unit : subject->unit(system, k, def), k,
                         def->number});
    }
}

static void list_all(Lister *to) {
    for (int s = 0; s < SUBJECTS; s++)
        for (int k = 0; k < subjects[s]->count(to->system); k++) list_subject(to, subjects[s], k);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static unsigned hash(const char *name) {
    unsigned h = 2166136261u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

static bool make_hash(JdSystem *system) {
    int room = 8;
    while (room < 2 * system->channels) room *= 2;
    system->channel_room = room;
    system->channel_hash = ARENA_NEW(&system->arena, int, room);
    if (!system->channel_hash) return false;
    for (int c = 0; c < system->channels; c++) {
        unsigned at = hash(system->channel_name[c]) & (unsigned)(room - 1);
        while (system->channel_hash[at]) at = (at + 1) & (unsigned)(room - 1);
        system->channel_hash[at] = c + 1;
    }
    return true;
}

bool jd_channels_make(JdSystem *system) {
    Lister lister = {.system = system};
    list_all(&lister);
    ChannelAt *channel = ARENA_NEW(&system->arena, ChannelAt, lister.count + 1);
    const char **name = ARENA_NEW(&system->arena, const char *, lister.count + 1);
    if (!channel || !name) return false;
    lister = (Lister){system, channel, name, 0};
    list_all(&lister);
    system->channels = lister.count;
    system->channel = channel;
    system->channel_name = name;
    return !system->arena.failed && make_hash(system);
}

static int find_by_name(const JdSystem *system, const char *name) {
    unsigned mask = (unsigned)(system->channel_room - 1), at = hash(name) & mask;
    for (; system->channel_hash[at]; at = (at + 1) & mask)
        if (!strcmp(system->channel_name[system->channel_hash[at] - 1], name))
            return system->channel_hash[at] - 1;
    return -1;
}

/* "gear.shaft.rate", by the port of a part. */
static int find_by_port(const JdSystem *system, const char *name) {
    char full[400];
    for (int n = 0; n < system->ports; n++) {
        const ChannelPort *port = &system->port[n];
        const size_t length = strlen(port->name);
        const char *rest = name + length;
        if (strncmp(name, port->name, length) != 0 || (*rest && *rest != '.')) continue;
        const char *free = port->rate && !strcmp(rest, ".rate")    ? port->rate
                           : port->rate && !strcmp(rest, ".accel") ? port->accel
                                                                   : NULL;
        const char *dot = strrchr(port->target, '.');
        const int joint = dot ? (int)(dot - port->target) : 0;
        const int size = free ? snprintf(full, sizeof full, "%.*s.%s", joint, port->target, free)
                              : snprintf(full, sizeof full, "%s%s", port->target, rest);
        const int found = size < (int)sizeof full ? find_by_name(system, full) : -1;
        if (found >= 0) return found;
    }
    return -1;
}

int jd_channel_find(const JdSystem *system, const char *name) {
    const int found = find_by_name(system, name);
    return found >= 0 ? found : find_by_port(system, name);
}

void jd_channel_suggest(const JdSystem *system, Nearest *nearest) {
    for (int c = 0; c < system->channels; c++) jd_nearest_try(nearest, system->channel_name[c]);
}

size_t jd_subject_length(const JdSystem *system, const char *name) {
    size_t length = strcspn(name, "."), found = length;
    for (; name[length]; length += 1 + strcspn(name + length + 1, "."))
        for (int c = 0; c < system->channels; c++) {
            const char *channel = system->channel_name[c];
            if (strncmp(channel, name, length) || channel[length] != '.') continue;
            found = length;
            break;
        }
    return found;
}

/* What the body or joint before the dot has: "angle, rate, accel ...". */
static void list_channels(const JdSystem *system, const char *name, size_t length, Text *out) {
    enum { MOST = 64 };
    const char *names[MOST], *summary = NULL;
    int count = 0;
    for (int c = 0; c <= system->channels; c++) {
        const char *channel = c < system->channels ? system->channel_name[c] : NULL;
        if (channel && (strncmp(channel, name, length) || channel[length] != '.')) continue;
        const char *said = channel ? system->channel[c].def->summary : NULL;
        if (count && (count == MOST || !said || strcmp(said, summary))) {
            if (out->count) jd_text_print(out, ", ");
            jd_names_print(names, count, out);
            count = 0;
        }
        if (channel) names[count++] = channel + length + 1;
        summary = said;
    }
}

/* Of a subject that is there, only its own channels can be meant. */
static void suggest_of(const JdSystem *system, const char *name, size_t length, Nearest *nearest) {
    nearest->word = name + length + 1;
    for (int c = 0; c < system->channels; c++) {
        const char *channel = system->channel_name[c];
        if (!strncmp(channel, name, length) && channel[length] == '.')
            jd_nearest_try(nearest, channel + length + 1);
    }
}

static bool is_body(const JdSystem *system, const char *name, size_t length) {
    for (int n = 1; n < system->bodies; n++) {
        const char *body = jd_body_name(system, n);
        if (!strncmp(body, name, length) && !body[length]) return true;
    }
    return false;
}

/* "rod.P.x": a point that the body is drawn with has no channels, a frame of it has. */
static bool hint_point(const JdSystem *system, const char *name, size_t length, JdLog *log) {
    if (!name[length] || !is_body(system, name, length)) return false;
    const char *point = name + length + 1, *end = strchr(point, '.');
    if (!end || !end[1] || !strchr("xyzva", end[1])) return false;
    jd_hint(log, "for a point of a body give it a frame: body %.*s { ...  frame %.*s at %.*s }",
            (int)length, name, (int)(end - point), point, (int)(end - point), point);
    return true;
}

/* "jA.x": a joint is no place. */
static bool hint_joint(const JdSystem *system, const char *name, size_t length, JdLog *log) {
    static const char *const places = "x y z vx vy vz ax ay az speed";
    if (!name[length] || !jd_word_in_list(name + length + 1, places)) return false;
    for (int n = 0; n < system->joints; n++) {
        const char *joint = system->joint[n].name;
        if (strncmp(joint, name, length) || joint[length]) continue;
        jd_hint(log,
                "a joint has no place of its own; one of its bodies has, by a frame there: body b "
                "{ ...  frame pin at A }, whose channels are b.pin.%s and so on",
                name + length + 1);
        return true;
    }
    return false;
}

/* "gear.speed" of an instance of a part: what has channels is in it. */
static bool hint_part(const JdSystem *system, const char *name, size_t length, JdLog *log) {
    Text inside = {0};
    const char *before = NULL;
    size_t whole = 0;
    for (int c = 0; c < system->channels; c++) {
        const char *channel = system->channel_name[c];
        if (strncmp(channel, name, length) || channel[length] != '.') continue;
        if (before && !strncmp(channel, before, whole) && channel[whole] == '.') continue;
        before = channel;
        whole = length + 1 + strcspn(channel + length + 1, ".");
        if (!channel[whole]) return jd_text_free(&inside), false;
        jd_text_print(&inside, "%s%.*s", inside.count ? ", " : "", (int)whole, channel);
    }
    if (!inside.at) return false;
    jd_hint(log, "'%.*s' is a part; what has channels is in it: %s", (int)length, name, inside.at);
    jd_text_free(&inside);
    return true;
}

/* What other programs call a channel, and which of these it may be; the first that is there. */
static const struct {
    const char *words, *ours;
} of_others[] = {
    {"omega w phidot thetadot angular_velocity rpm n", "rate"},
    {"velocity vel v", "speed rate"},
    {"speed", "rate"},
    {"phi theta rotation rot", "angle"},
    {"position pos displacement stroke q s", "travel angle"},
    {"acceleration acc a", "ax accel"},
    {"alpha", "accel"},
    {"reaction F f", "force effort"},
    {"moment tau T M", "torque effort"},
    {"torque force", "effort"},
    {"position.x pos.x p.x r.x", "x"},
    {"position.y pos.y p.y r.y", "y"},
    {"position.z pos.z p.z r.z", "z"},
    {"velocity.x vel.x v.x", "vx"},
    {"velocity.y vel.y v.y", "vy"},
    {"velocity.z vel.z v.z", "vz"},
    {"acceleration.x acc.x a.x", "ax"},
    {"acceleration.y acc.y a.y", "ay"},
    {"acceleration.z acc.z a.z", "az"},
};

static bool is_channel_of(const JdSystem *system, const char *name, size_t length, const char *word,
                          size_t count) {
    for (int c = 0; c < system->channels; c++) {
        const char *channel = system->channel_name[c];
        if (!strncmp(channel, name, length) && channel[length] == '.' &&
            !strncmp(channel + length + 1, word, count) && !channel[length + 1 + count])
            return true;
    }
    return false;
}

static bool hint_of_others(const JdSystem *system, const char *name, size_t length, JdLog *log) {
    if (!name[length]) return false;
    for (size_t n = 0; n < sizeof of_others / sizeof *of_others; n++) {
        if (!jd_word_in_list(name + length + 1, of_others[n].words)) continue;
        for (const char *word = of_others[n].ours; *word;) {
            const size_t count = strcspn(word, " ");
            if (is_channel_of(system, name, length, word, count)) {
                jd_hint(log, "did you mean '%.*s.%.*s'?", (int)length, name, (int)count, word);
                return true;
            }
            word += count + strspn(word + count, " ");
        }
    }
    return false;
}

/* "np.pi" */
static bool hint_constant(const char *name, JdLog *log) {
    const char *dot = strrchr(name, '.');
    if (!dot || (strcmp(dot, ".pi") != 0 && strcmp(dot, ".tau") != 0)) return false;
    jd_hint(log, "it stands alone: pi, tau");
    return true;
}

void jd_channel_unknown(const JdSystem *system, const char *name, Where where, JdLog *log) {
    jd_report(log, JD_ERROR, "channel-unknown", where, "there is no %schannel '%s'",
              strchr(name, '.') ? "" : "parameter or ", name);
    if (!jd_reported(log).code) return;
    const int length = (int)jd_subject_length(system, name);
    if (hint_constant(name, log) || hint_of_others(system, name, (size_t)length, log) ||
        hint_joint(system, name, (size_t)length, log) ||
        hint_part(system, name, (size_t)length, log))
        return;
    Nearest nearest = {.word = name};
    Text offered = {0};
    Unit unit;
    const bool alone = !name[length]; /* of a body, joint, force or drive all are meant */
    if (*name) list_channels(system, name, (size_t)length, &offered);
    if (!offered.at) jd_channel_suggest(system, &nearest);
    if (offered.at && !alone) suggest_of(system, name, (size_t)length, &nearest);
    const bool other = !nearest.best || !strchr(nearest.best, '.');
    const bool hinted = offered.at && other && hint_point(system, name, (size_t)length, log);
    if (hinted) {
        jd_text_free(&offered);
        return;
    }
    if (nearest.best && offered.at)
        jd_hint(log, "did you mean '%.*s.%s'?", length, name, nearest.best);
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else if (offered.at)
        jd_hint(log, "%s'%.*s' has: %s",
                strcmp(name, "t") ? "" : "the time of the run is called `time`; ", length, name,
                offered.at);
    else if (name[length] && strchr("xyzva", name[length + 1]) && name[length + 1])
        jd_hint(log,
                "there is no body, joint, force or drive '%.*s'; for a point of a body give it a "
                "frame, body b { ...  frame %.*s at %.*s }: its channels are b.%s",
                length, name, length, name, length, name, name);
    else if (name[length])
        jd_hint(log, "there is no body, joint, force or drive '%.*s'", length, name);
    else if (!strcmp(name, "t"))
        jd_hint(log, "the time of the run is called `time`");
    else if (jd_unit_find(name, strlen(name), &unit) && !unit.dim.current && !unit.dim.temperature)
        jd_hint(log, "a unit stands behind a number, without spaces inside: 5 1/s, 2 N*m");
    else
        jd_hint(log,
                "a parameter is defined above: `param %s = ...`; `jourdain help channels` lists "
                "channels",
                name);
    jd_text_free(&offered);
}

/* ---- Values --------------------------------------------------------------------------------- */

double jd_channel_eval(const JdSystem *system, const Motion *motion, int channel) {
    assert(jd_is_index(channel, system->channels));
    const ChannelAt *at = &system->channel[channel];
    return at->def->eval(system, motion, at->subject, at->number);
}

Level jd_channel_level(const JdSystem *system, int channel) {
    assert(jd_is_index(channel, system->channels));
    return system->channel[channel].def->level;
}

Dim jd_channel_dim(const JdSystem *system, int channel) {
    Unit unit = {0};
    jd_unit_parse(system->channel[channel].unit, &unit);
    return unit.dim;
}

/* The angle of a frame in the plane, or of a planar model in space. */
static void turn_row(const JdSystem *system, int frame, Row *row) {
    row->lock = (Lock){.turn = 1, .about = {.axes = {AXIS_Z}, .count = 1}};
    row->metres = false;
    row->angle = system->frame[frame].local.angle;
    if (system->flat) row->counter = system->frame[frame].body - 1;
}

/* One of the three Cardan angles of a frame. */
static void cardan_row(int number, Row *row) {
    const Turn about = {{AXIS_X, AXIS_Y, AXIS_Z}, 3, number};
    row->lock = (Lock){.turn = 1, .about = about};
    row->metres = false;
    row->wraps = true;
}

bool jd_channel_row(const JdSystem *system, int channel, ExtraRow *extra) {
    const ChannelAt *at = &system->channel[channel];
    if (!at->def->row) return false;
    *extra = (ExtraRow){.row = {.counter = -1, .joint = -1, .drive = -1, .start = -1}, .joint = -1};
    if (!strcmp(at->def->row, "free")) {
        const SystemJoint *joint = &system->joint[at->subject];
        extra->row = at->def->level == LEVEL_VELOCITY ? joint->rate_row[at->number]
                                                      : joint->free_row[at->number];
        extra->frame_i = joint->frame_i;
        extra->frame_j = joint->frame_j;
        extra->joint = at->subject;
        extra->free = at->number;
    } else {
        extra->frame_i = 0;
        extra->frame_j = at->subject; /* bodies' own frames come first: index = body */
        extra->row.metres = true;
        if (!strcmp(at->def->row, "turn"))
            turn_row(system, at->subject, &extra->row);
        else if (!strcmp(at->def->row, "cardan"))
            cardan_row(at->number % 10, &extra->row);
        else if (!jd_lock_parse(at->def->row, NULL, NULL, nowhere, &extra->row.lock, NULL))
            return false;
        extra->row.velocity = extra->row.lock.velocity;
    }
    extra->row.rate_only = at->def->level == LEVEL_VELOCITY;
    extra->row.position_only = at->def->level == LEVEL_POSITION;
    return true;
}

/* ---- Public --------------------------------------------------------------------------------- */

JdChannel jd_channel(const JdSystem *system, const char *name, JdLog *log) {
    if (!system || !name) return (JdChannel){-1};
    int found = jd_channel_find(system, name);
    if (found >= 0) return (JdChannel){found};
    if (log) jd_channel_unknown(system, name, nowhere, log);
    return (JdChannel){-1};
}

const char *jd_channel_name(const JdSystem *system, JdChannel channel) {
    bool known = system && channel.index >= 0 && channel.index < system->channels;
    return known ? system->channel_name[channel.index] : NULL;
}

const char *jd_channel_unit(const JdSystem *system, JdChannel channel) {
    bool known = system && channel.index >= 0 && channel.index < system->channels;
    return known ? system->channel[channel.index].unit : NULL;
}

const char *jd_channel_shown(const JdSystem *system, JdChannel channel, double *scale) {
    const char *unit = jd_channel_unit(system, channel);
    const bool other = unit && system->shown && system->shown[channel.index].unit;
    if (scale) *scale = other ? system->shown[channel.index].scale : 1;
    return other ? system->shown[channel.index].unit : unit;
}

bool jd_channel_unique(const JdSystem *system, JdChannel channel) {
    bool known = system && channel.index >= 0 && channel.index < system->channels;
    return known && (!system->channel_loose || !system->channel_loose[channel.index]);
}

int jd_channel_count(const JdSystem *system) {
    return system ? system->channels : 0;
}

/* For help: every line of every table. */
bool jd_channel_info_at(int index, ChannelInfo *info) {
    for (int s = 0; s < SUBJECTS; s++) {
        const Subject *subject = subjects[s];
        if (subject == &jd_subject_joint) {
            enum { FREES = 9 }; /* and a multiplier behind them */
            const ChannelDef *extra =
                index < FREES ? &jd_free_channels[index / 3][index % 3] : &jd_lambda_channel;
            if (index <= FREES) {
                *info = (ChannelInfo){subject->name, extra->name, extra->unit, extra->summary};
                info->space_only = index < FREES && index / 3 == FREE_BALL - FREE_TURN;
                return true;
            }
            index -= FREES + 1;
        }
        for (const ChannelDef *def = subject->defs; def->name; def++)
            if (index-- == 0) {
                *info = (ChannelInfo){subject->name,
                                      *def->name ? def->name : "(the name alone)",
                                      def->unit ? def->unit : subject->units,
                                      def->summary,
                                      def->plane_only,
                                      def->space_only};
                return true;
            }
    }
    return false;
}
