/* SPDX-License-Identifier: MIT
 *
 * What the files of text/ share among themselves: the reader's hand, and the tools of building. */
#ifndef JD_TEXT_INSIDE_H
#define JD_TEXT_INSIDE_H

#include "text/text.h"

enum {
    LIMIT_MESSAGES = 50,
    LIMIT_DEPTH = 32,           /* braces in braces, JSON in JSON */
    LIMIT_FILE_DEPTH = 16,      /* files in files */
    LIMIT_FILES = 256,          /* files of one model */
    LIMIT_FILE_SIZE = 1 << 26,  /* bytes of one file */
    LIMIT_STATEMENTS = 1000000, /* carried out, repeats counted */
};

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct Reader Reader;
struct Reader {
    Lexer lexer;
    Document *document;
    const Reader *outer; /* the reader of the file that includes this one */
    const Expr *last;    /* the expression just read */
    int depth;
};

JdLog *jd_reader_log(const Reader *r);
Where jd_reader_where(const Reader *r, Span span);
/* "expected ..., found ...", at the current token. Returns false. */
bool jd_report_expected(const Reader *r, const char *what);
void jd_skip_lines(Reader *r);

/* Reads what stands in a slot; false after a report. */
bool jd_slot_read(Reader *r, const SlotShape *shape, Slot *slot);
/* Reports bytes that are no characters, which JSON could not hold; false then. */
bool jd_slot_check_utf8(const Reader *r, const char *text, size_t length, Span span);
/* Whether the current token may begin it; `parent` is the node whose clause it is (its words end
 * the row of values). */
bool jd_slot_begins(const Reader *r, const SlotShape *shape, const Node *parent);
/* All slots of a node, in text. */
bool jd_slots_read(Reader *r, Node *node, const Node *parent);
void jd_slot_write(const SlotShape *shape, const Slot *slot, Text *out);

Node *jd_node_new(Arena *arena, const Kind *kind, Span span);
/* Puts a clause at its place in the order of the table; reports one said twice. */
void jd_node_add_clause(Node *node, Node *clause, const Reader *r);
void jd_note_type(Document *document, const Node *node);

/* The clause or statement that the words from the current token on name; `words`: how many. */
const Kind *jd_kind_match(const Kind *kinds, const Reader *r, int *words);
const Kind *jd_statement_match(const Reader *r, int *words);
const Kind *jd_kind_find(const Kind *kinds, const char *word);
const Kind *jd_statement_find(const char *word);
int jd_kind_order(const Kind *parent, const Kind *clause); /* place in the table; fields last */

typedef enum { FIELD_NO, FIELD_YES, FIELD_PERHAPS } FieldAnswer;
/* Whether the type that a statement names has this field; perhaps, if the type is not known. */
FieldAnswer jd_field_known(const Document *document, const Node *statement, const char *word);
void jd_field_suggest(const Document *document, const Node *statement, Nearest *nearest);
void jd_field_list(const Document *document, const Node *statement, Text *out); /* ", a, b" */

/* Whole file; reports at `where` (nowhere: as the file itself) and returns NULL if it cannot. */
const Source *jd_source_load(Arena *arena, const char *path, Where where, Messages *messages);
const Source *jd_source_copy(Arena *arena, const char *name, const char *text, size_t length);
/* Reads the file that an include statement names into its block. */
void jd_include_read(Reader *r, Node *node);
void jd_statements_read(Reader *r, Node *parent);
/* Statements of a JSON text, into the parent's block. */
void jd_json_statements(Document *document, const Source *source, const Reader *outer,
                        Node *parent);
/* JSON: by the ending of the name. */
bool jd_is_json_name(const char *path);

/* ---- Building ------------------------------------------------------------------------------- */

/* Names and what is known of them, by hash. `bad`: the declaration had a mistake, so stay silent
 * about it. */
typedef struct {
    const char *name;
    Value value;
    Span span;
    bool bad, seen, removed;
} Known;
typedef struct {
    Known **table;
    int count, room;
} KnownNames; /* room: a power of two, or 0 */

Known *jd_known_find(const KnownNames *names, const char *name);
Known *jd_known_add(KnownNames *names, const char *name, Arena *arena); /* NULL: out of memory */
void jd_known_remove(KnownNames *names, const char *name);
/* bad: also names whose declaration was wrong. */
void jd_known_suggest(const KnownNames *names, bool bad, Nearest *nearest);

enum { STATEMENT_KINDS = 32 };

struct Build {
    JdModel *model;
    Arena *arena; /* the model's */
    Messages *messages;
    const JdSetting *settings;
    bool *setting_used;
    Scope scope;
    KnownNames values;                   /* parameters, points, loop indices: by full name "A[3]" */
    KnownNames declared[DECLARES_COUNT]; /* what the text declares anywhere: by first name "A" */
    const Node *said[STATEMENT_KINDS];   /* the statements that are said once */
    const Expr *at_work;                 /* the expression being worked out */
    bool binding;                        /* names of the run may occur in it */
    bool axes;                           /* x, y and z are directions in it */
    const JointType *lock_type;          /* it is a lock of this type */
    bool incomplete;                     /* a file is missing: unknown names are no news */
    bool full;                           /* the rest of the text is not worth a look */
    long statements;
    LIST(struct SourceLines *) lines;
};

JdLog *jd_build_log(Build *build);
Where jd_build_where(Build *build, Span span); /* strings live in the model */
/* Where the value of a clause stands; the statement, if it has no such clause. */
Where jd_build_clause_where(Build *build, const Node *node, const char *word);
void jd_build_scope(Build *build);             /* makes build->scope */
void jd_build_statements(Build *build, const Node *parent);
bool jd_build_count(Build *build, const Node *node);     /* false: enough statements or messages */
void jd_build_declare(Build *build, const Node *parent); /* notes all names, before building */
void jd_build_mark_bad(Build *build, const Node *node);  /* what it would have declared */

/* Evaluations; each false or NULL after a report (or in silence, when the cause was reported). */
bool jd_build_value(Build *build, const Expr *expr, Value *value);
bool jd_build_number(Build *build, const Expr *expr, const char *unit, const char *what, double *x);
bool jd_build_vector(Build *build, const Expr *expr, const char *unit, const char *what, Vec3 *v);
/* The number that a clause says, in its kind's unit; leaves *x alone if it is not said. */
bool jd_build_clause(Build *build, const Node *node, const char *word, double *x);
const char *jd_build_path(Build *build, const Expr *expr);
const Expr *jd_build_bind(Build *build, const Expr *expr);
const char *jd_expr_text(const Expr *expr, Arena *arena); /* as written; NULL: out of memory */

/* Reports a name that means nothing: where it is declared later, or the nearest one. Silent about
 * names whose declaration failed. */
void jd_build_unknown(Build *build, Declares space, const char *name, Span span);

/* ---- Sides of joints and forces ------------------------------------------------------------- */

typedef struct {
    int body, frame;
} BodySide; /* frame >= 0: a named frame of the body */
bool jd_build_side(Build *build, const Slot *slot, BodySide *side);
/* The frames of both sides, by the clauses `at` and `axis` of the statement. Without `at` they
 * stand at the centres of mass, or (needs_point) that is a mistake. */
bool jd_build_frames(Build *build, const Node *node, BodySide i, BodySide j, AxisName axis,
                     bool needs_point, int *frame_i, int *frame_j);
/* The clause of the statement that gives each field of the type, or NULL; reports clauses that
 * are no field. */
bool jd_build_fields(Build *build, const Node *node, const char *type, const Field *fields,
                     const Node *clauses[TYPE_FIELDS]);
/* The value of a field, as jd_model_field_value. */
bool jd_build_field(Build *build, const Field *field, bool turn, const Node *clause,
                    FieldValue *value);

#endif
