/* SPDX-License-Identifier: MIT
 *
 * What everything stands on: memory, messages, places in a text, spelling. Knows no mechanics. */
#ifndef JD_BASE_H
#define JD_BASE_H

#include "base/own.h"
#include "jourdain.h"
#include <stdarg.h>
#include <stdint.h>

/* ---- Memory --------------------------------------------------------------------------------
 * An Arena grows by blocks and is freed at once. Memory is zeroed. After a failure it gives only
 * NULL and `failed` stays set, so that a builder may check once at its end if every use of a
 * pointer in between is guarded. */
typedef struct ArenaBlock ArenaBlock;
typedef struct ArenaList ArenaList;
typedef struct { ArenaBlock *last; ArenaList *lists; bool failed; } Arena;

void *jd_arena_take(Arena *arena, size_t size);
void jd_arena_free(Arena *arena);
/* What was taken since a mark is given back; what was taken before stays. */
typedef struct { ArenaBlock *last; size_t used, lists; } ArenaMark;
ArenaMark jd_arena_mark(const Arena *arena);
void jd_arena_release(Arena *arena, ArenaMark mark);
char *jd_arena_text(Arena *arena, const char *text, size_t length); /* a copy with a NUL behind */
char *jd_arena_copy(Arena *arena, const char *text);                /* NULL stays NULL */
__attribute__((format(printf, 2, 3))) char *jd_arena_format(Arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0))) char *jd_arena_format_list(Arena *arena, const char *format,
                                                                 va_list list);

#define ARENA_NEW(arena, Type, count) \
    ((Type *)jd_arena_take(arena, sizeof(Type) * (size_t)(count)))

/* A list that grows in an arena: LIST(Thing) things; PUSH(arena, things) is a zeroed new last
 * element, or NULL when memory is out. */
#define LIST(Type) struct { Type *at; int count, room; }
#define PUSH(arena, list)                                                                     \
    (jd_arena_grow(arena, (void **)(void *)&(list).at, &(list).count, &(list).room,           \
                   sizeof *(list).at)                                                         \
         ? &(list).at[(list).count - 1]                                                       \
         : NULL)
/* The same of a list that may be long, of which nobody has a copy and into which nobody points while it grows: then it moves, and
 * leaves nothing behind where it was. */
#define PUSH_ALONE(arena, list)                                                               \
    (jd_arena_grow_alone(arena, (void **)(void *)&(list).at, &(list).count, &(list).room,     \
                         sizeof *(list).at)                                                   \
         ? &(list).at[(list).count - 1]                                                       \
         : NULL)
bool jd_arena_grow_alone(Arena *arena, void **at, int *count, int *room, size_t size);
bool jd_arena_grow(Arena *arena, void **at, int *count, int *room, size_t size);
static inline bool jd_is_index(int k, int count) { return k >= 0 && k < count; } /* for assertions */

/* An arena with several owners, of any threads: constant once a second one holds it, freed with the last. */
typedef struct SharedCount SharedCount;
typedef struct { Arena arena; void *data; SharedCount *count; } Shared; /* data: what is in it */
Shared *jd_shared_new(void); /* NULL: memory is out */
Shared *jd_shared_hold(Shared *shared);
void jd_shared_free(Shared *shared);

/* A Keeper is shown, one by one, all data that something consists of: it measures them, writes them to memory, or reads
 * them back from there. The same function shows them for all three, so that what is loaded is what was saved. */
typedef enum { KEEPER_MEASURES, KEEPER_SAVES, KEEPER_LOADS } KeeperTask;
typedef struct {
    KeeperTask task;
    char *at;          /* the memory; */
    size_t room, used; /* of it */
    uint64_t shape;    /* hash of the sizes of all that was shown */
    bool failed;       /* the memory does not hold so much, or not what could be */
} Keeper;
void jd_keep(Keeper *keeper, void *data, size_t size); /* plain data: no pointers */
#define KEEP(keeper, data) jd_keep(keeper, &(data), sizeof(data))
/* A pointer (its address) into a block of memory: as the place there. One that leads elsewhere stays as it is. */
void jd_keep_inner(Keeper *keeper, void *pointer, const void *block, size_t size);
/* A pointer that is one of these: as which of them. */
void jd_keep_choice(Keeper *keeper, void *pointer, const void *const *choices, int count);
/* Bytes that were saved begin with a seal: what they are, by whom, and that they are whole. `what` names them in messages. */
typedef struct {
    char magic[8];
    uint32_t order;   /* of bytes: as a number of this machine */
    uint32_t format;  /* another one for each change of what the bytes mean */
    char version[16]; /* of the program */
    uint64_t size;    /* of all, the seal included */
    uint64_t check;   /* hash of all behind the seal */
} Seal;
void jd_seal(void *bytes, size_t size, const char magic[8], uint32_t format);
bool jd_seal_check(const void *bytes, size_t size, const char magic[8], uint32_t format,
                   const char *what, JdLog *log);
/* FNV-1a, from 0 on; of several things one after the other. */
uint64_t jd_hash(uint64_t hash, const void *bytes, size_t size);

/* A Layout places arrays one behind the other. With base NULL it only measures: run the same
 * layout function twice (measure, allocate, place). Run once more, it shows them to a keeper, except for those that have
 * pointers in them, which show themselves: PLACE_OWNER. */
typedef struct { char *base; size_t used; Keeper *keeper; } Layout;
void *jd_layout_place(Layout *layout, size_t size);
void *jd_layout_owner(Layout *layout, size_t size);
#define PLACE(layout, Type, count) ((Type *)jd_layout_place(layout, sizeof(Type) * (size_t)(count)))
#define PLACE_OWNER(layout, Type) ((Type *)jd_layout_owner(layout, sizeof(Type)))
#define PLACE_OWNERS(layout, Type, count) ((Type *)jd_layout_owner(layout, sizeof(Type) * (size_t)(count)))

/* ---- Places ----------------------------------------------------------------------------------
 * Where in a file something was said. file NULL: it was not said in a file (C calls). */
typedef struct {
    const char *file;
    int line, column, length; /* from 1; length in bytes. The column is in the line, or one behind it */
    const char *source;       /* the line without its end, whole or what is near the column */
    int start;                /* how many bytes of the line stand before `source` */
    /* Or, as long as nobody asks for the line (which takes a walk through the text): */
    const char *text; /* the whole text; NULL: the line is known */
    size_t size, at;  /* of the text; where in it */
} Where;
Where jd_where_find(Where where); /* with line and column; the source is left out */
/* The same with copies of file name and line. Of a long line only what is near the column is copied, so that a thousand
 * places in a line of a megabyte do not take a gigabyte. */
Where jd_where_keep(Arena *arena, Where where);
Where jd_where_of(const JdMessage *message); /* what it is about; lives as long as the message */
Where jd_where_at(JdPlace place);            /* the same of a place, */
JdPlace jd_place_of(Where where);            /* and back */

/* ---- Messages --------------------------------------------------------------------------------
 * jd_report adds a message; `code` must stand in codes.def (a test checks). jd_hint adds a remedy
 * to the message just made. A NULL log swallows both. */
__attribute__((format(printf, 5, 6))) void jd_report(JdLog *log, JdSeverity severity,
                                                     const char *code, Where where,
                                                     const char *format, ...);
__attribute__((format(printf, 2, 3))) void jd_hint(JdLog *log, const char *format, ...);
bool jd_log_memory_out(const JdLog *log); /* memory was out for something that was reported to it */
void jd_report_memory(JdLog *log); /* "out of memory"; needs none itself */
/* The message just reported; all zero if it was not kept, since there are many like it: then no hint is worth making. */
JdMessage jd_reported(const JdLog *log);
bool jd_log_crowded(const JdLog *log, JdSeverity severity, const char *code); /* no more of these are kept */
static const Where nowhere = {0};

/* Explanations of the codes; NULL past the end. */
typedef struct { const char *code, *summary, *explanation; } CodeEntry;
const CodeEntry *jd_code_at(int index);
const CodeEntry *jd_code_find(const char *code);

/* ---- Spelling --------------------------------------------------------------------------------
 * Collects candidates and keeps the one nearest to `word`; best stays NULL unless it is near. */
typedef struct { const char *word, *best; int distance; } Nearest;
void jd_nearest_try(Nearest *nearest, const char *candidate);

/* What stands before the nth of several words in a sentence, from 0 on: nothing, ", ", " and ". */
static inline const char *jd_between(int n, int count) { return n == 0 ? "" : n == count - 1 ? " and " : ", "; }

/* ---- Text that grows -------------------------------------------------------------------------
 * A heap string, for writers. On a failure `failed` stays set. */
typedef struct { char *at; size_t count, room; bool failed; } Text;
void jd_text_add(Text *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void jd_text_print(Text *text, const char *format, ...);
void jd_text_json(Text *text, const char *string); /* quoted and escaped */
void jd_text_free(Text *text);

enum { FILE_MOST = 1 << 26, NUMBERS_MOST = 1 << 30 }; /* bytes of a file that is read: of a model, of numbers */
typedef struct {
    bool numbers;     /* it may have NUMBERS_MOST bytes, otherwise FILE_MOST */
    bool sealed;      /* of a file (not of a pipe) any number: what the program wrote itself it reads again */
    bool plain;       /* a file only: no pipe, which may never end, and no device */
    bool text;        /* a device or a pipe that begins with bytes of value 0 is not read on */
    const char *root; /* only below this folder, wherever links lead; NULL: anywhere */
} FileRule;
/* Reads a whole file. Why it could not, in words; NULL: it did, or memory is out (out->failed). */
const char *jd_file_read(const char *path, FileRule rule, Text *out);
const char *jd_stream_read(FILE *file, FileRule rule, Text *out); /* the same of a stream */
char *jd_file_folder(const char *path); /* that a file lies in, by its real name; to be freed. NULL: there is none */
/* Says so, of a path that was said at `where`. */
void jd_report_unreadable(JdLog *log, Where where, const char *path, const char *why);

const char *jd_path_ending(const char *path); /* behind the last point of the file's own name; "": it has none */
bool jd_path_ends(const char *path, const char *ending); /* whatever the case of its letters */

/* ---- Files that appear whole or not at all: new_file.c ----------------------------------------
 * begin; write to `out`; end. The bytes go to a new file beside `path`, which takes its name at the
 * end; on a failure it is removed and reported. What is not a plain file (a pipe, /dev/null) is
 * written directly. */
typedef struct {
    FILE *out;
    char *path, *temporary; /* temporary NULL: written directly */
} NewFile;

bool jd_file_begin(NewFile *file, const char *path, JdLog *log);
bool jd_file_end(NewFile *file, JdLog *log);
void jd_file_drop(NewFile *file); /* as if it had never begun */

/* ---- Numbers ---------------------------------------------------------------------------------
 * Shortest decimal that reads back as the same double; writes NUL; room >= 32. Never locale. */
void jd_number_text(double value, char *out, size_t room);
/* Reads a number [0-9.eE+-]; independent of the locale. Returns the length read, 0 if none. */
size_t jd_number_read(const char *text, size_t length, double *value);
/* What stands behind the number that a text begins with, without blanks: "mm" of "-5 mm"; NULL: it begins with none. */
const char *jd_behind_number(const char *text);
/* A number as "%.17g" with a point, whatever the locale; "nan", "inf", "-inf". room >= 32. */
void jd_number_full(double value, char *out, size_t room);
void jd_number_point(char *number); /* "1,5" of another locale -> "1.5" */

bool jd_word_in_list(const char *word, const char *list); /* "hinge pin pivot" */

#endif
