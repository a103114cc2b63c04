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
    LIMIT_PART_DEPTH = 32,      /* parts in parts */
    LIMIT_FILES = 256,          /* files of one model */
    LIMIT_STATEMENTS = 1000000, /* carried out, repeats and parts counted */
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

/* ---- Mistakes of statements (read_mistakes.c) ----------------------------------------------- */

/* A remedy that was given already is better than the form of the whole. What nobody hears needs
 * none. */
bool jd_has_hint(const Reader *r);
void jd_hint_usage(const Reader *r, const Kind *kind);
void jd_hint_dashes(const Reader *r, const Node *node); /* of a statement whose '--' was expected */
void jd_hint_equals_missing(const Reader *r, const Node *node);
void jd_hint_name(const Reader *r, const Node *node); /* of a statement whose ':' was expected */
/* At the current token, which is no clause of the node and does not end it. */
void jd_report_unknown_clause(const Reader *r, const Node *node);

/* Reads what stands in a slot; false after a report. */
bool jd_slot_read(Reader *r, const SlotShape *shape, Slot *slot);
/* Length of the UTF-8 character at the start of the text, 0 if there is none that can be shown. */
size_t jd_utf8_length(const char *text, size_t room);
/* Reports bytes that are no characters, which JSON could not hold; false then. */
bool jd_slot_check_utf8(const Reader *r, const char *text, size_t length, Span span);
/* Whether the current token may begin it; `parent` is the node whose clause it is (its words end
 * the row of values). */
bool jd_slot_begins(const Reader *r, const SlotShape *shape, const Node *parent);
/* All slots of a node, in text. */
bool jd_slots_read(Reader *r, Node *node, const Node *parent);
void jd_slot_write(const SlotShape *shape, const Slot *slot, Text *out);
bool jd_is_word(const char *text); /* letters, then digits too; none that means something in expressions */

Node *jd_node_new(Arena *arena, const Kind *kind, Span span);
/* Puts a clause at its place in the order of the table; reports one said twice. */
void jd_node_add_clause(Node *node, Node *clause, const Reader *r);
void jd_note_type(Document *document, const Node *node);

/* The clause or statement that the words from the current token on name; `words`: how many. */
const Kind *jd_kind_match(const Kind *kinds, const Reader *r, int *words);
const Kind *jd_statement_match(const Reader *r, int *words);
const Kind *jd_kind_find(const Kind *kinds, const char *word);
const Kind *jd_statement_find(const char *word);
/* The word, if it is near to the one that was meant or others call it so. */
void jd_kind_suggest(const Kind *kind, Nearest *nearest);
int jd_kind_order(const Kind *parent, const Kind *clause); /* place in the table; fields last */

/* One slot that may be left out for clauses: in JSON it may stand without an object around it. */
bool jd_kind_row_may_be_bare(const Kind *kind); /* its first slot may stand for a row */
bool jd_kind_may_be_bare(const Kind *kind);

typedef enum { FIELD_NO, FIELD_YES, FIELD_PERHAPS } FieldAnswer;
/* Whether the type that a statement names has this field; perhaps, if the type is not known. */
FieldAnswer jd_field_known(const Document *document, const Node *statement, const char *word);
void jd_field_suggest(const Document *document, const Node *statement, Nearest *nearest);
void jd_field_list(const Document *document, const Node *statement, Text *out); /* ", a, b" */

/* Whole file; reports at `where` (nowhere: as the file itself) and returns NULL if it cannot. */
const Source *jd_source_load(Arena *arena, const char *path, FileRule rule, Where where,
                             Messages *messages);
/* Whether it is called one (x.jd), or begins with a statement (JSON, whatever it is called: an object with the key
 * "statements" near its beginning), or is empty. Of another file messages show the first line at most, and of an included one nothing: it may be anything, and
 * who reads the messages need not be who may read the file. */
bool jd_source_is_model(const Source *source, bool json);
const Source *jd_source_copy(Arena *arena, const char *name, const char *text, size_t length);
/* Of what it says to the reader, not to people. */
uint64_t jd_source_hash(uint64_t hash, const Source *source, bool json);
/* A path that was said in a file, which it is relative to. NULL: memory is out. */
const char *jd_source_path(Arena *arena, const char *from, const char *path);
/* The comment that the text begins with, its lines joined to paragraphs; NULL: none. */
const char *jd_about_read(const Source *source, Arena *arena);
const char *jd_about_mirror(const Node *root, Arena *arena); /* the same of a JSON text */
/* Reads the file that an include statement names into its block. */
void jd_include_read(Reader *r, Node *node);
void jd_statements_read(Reader *r, Node *parent);
/* Statements of a JSON text, into the parent's block. */
void jd_json_statements(Document *document, const Source *source, const Reader *outer,
                        Node *parent);
/* JSON: by the ending of the name. */
bool jd_is_json_name(const char *path);

/* ---- Comments ------------------------------------------------------------------------------- */

/* Those of a text whose statements have been read. Reports bytes in them that are no characters. */
void jd_comments_bind(Document *document, const Source *source);
/* Of a node: made if it has none. NULL: out of memory. */
Comments *jd_comments_of(Node *node, Arena *arena);
/* Another line. A comment that is beside nothing gets a line of its own; two blank lines are one. */
void jd_line_comment(TextLines *lines, const char *text, bool beside, Arena *arena);
void jd_line_blank(TextLines *lines, Arena *arena);
void jd_line_piece(TextLines *lines, int piece, Arena *arena);
/* Without the blank lines at their start and end. */
void jd_lines_trim(TextLines *lines, bool start, bool end);
bool jd_lines_say(const TextLines *lines); /* there is a comment or a blank line among them */
/* What may stand on lines of their own in a statement: its clauses, or its rows. */
int jd_node_pieces(const Node *node);
/* A blank line stands above the node since its group is another than that of the one before. */
bool jd_group_begins(const Node *node, const Node *before);

/* Puts blanks before comments, which are at the marks: below each other where their lines are. */
void jd_text_align(Text *text, const size_t *marks, int count);

/* ---- Building ------------------------------------------------------------------------------- */

/* Names and what is known of them, by hash. `bad`: the declaration had a mistake, so stay silent
 * about it. */
typedef struct Instance Instance;
typedef struct {
    const char *name;
    Value value;
    Span span;
    bool bad, seen, removed;
    bool point;         /* the value is a place, which every instance sees in its own coordinates */
    Instance *instance; /* among instances: which */
    const char *target; /* among ports: the full name of what is behind it, */
    const FreeDef *free; /* if that is a free of a joint: which */
    const Slot *slot;   /* among what a use gives: the value, to be worked out in the instance around */
    const Node *node;   /* among parts, joint types and what is declared: its text */
    const UserFunction *function; /* among functions */
} Known;
struct KnownNames {
    Known **table;
    int count, room; /* room: a power of two, or 0 */
};

Known *jd_known_find(const KnownNames *names, const char *name);
/* By the first `length` bytes of a text. */
Known *jd_known_find_part(const KnownNames *names, const char *text, size_t length);
Known *jd_known_add(KnownNames *names, const char *name, Arena *arena); /* NULL: out of memory */
void jd_known_remove(KnownNames *names, const char *name);
/* bad: also names whose declaration was wrong. */
void jd_known_suggest(const KnownNames *names, bool bad, Nearest *nearest);
/* Adds them, in the order of the alphabet; false: there are none. */
bool jd_known_list(const KnownNames *names, Arena *arena, Text *out);
/* With "prefix." before each name. */
void jd_known_suggest_in(const KnownNames *names, const char *prefix, Arena *arena,
                         Nearest *nearest);

/* ---- Instances: the parts in use, and the model itself around them --------------------------
 * Each has names of its own. A name is looked for in the innermost instance, then outwards. */

struct Instance {
    const char *name;        /* in full, "c[2].inner"; of the model itself: "" */
    Instance *outer;         /* NULL: the model itself */
    const Instance *carrier; /* the instance that carries it: itself, or one around it */
    Pose place;              /* of its own origin and axes, as drawn, seen from the ground */
    const Node *part, *use;
    bool flat;               /* a part of the plane in a model in space: it is drawn in its own plane, with two numbers */
    KnownNames values;                   /* parameters, points, loop indices: by name "A[3]" */
    KnownNames declared[DECLARES_COUNT]; /* what its text declares anywhere: by first name "A" */
    KnownNames instances, ports;         /* by name "c[3]" */
    KnownNames functions;                /* defined so far */
    KnownNames given;                    /* what `with` gives, by name; seen: it was taken */
};

enum { STATEMENT_KINDS = 64 };

typedef struct {
    const char *path, *layer;
    const ShapeType *type;
    double scale, height;
    bool good;
    Mesh mesh;
} MeshFile;

/* A file of numbers, as it was read. */
typedef struct {
    const char *path, *text;
    size_t length;
} TableFile;

/* Meshes, tables and the lines of texts, for whoever builds the model again. */
typedef struct {
    LIST(struct SourceLines *) lines;
    LIST(MeshFile) meshes;
    LIST(TableFile) tables;
} Ready;

/* Data of model->words. Constant once the model is read. */
struct Words {
    Document document;
    const char *file;         /* NULL: it was a text */
    const char *about, *root; /* root: as of Build */
    bool spatial, no_expects, open_bonds; /* JdReadDef's */
    const JdSetting *settings;
    Ready ready;
    const WordsParam *params;
    int param_count;
};

/* A name in a bound expression, to be made full once all instances are there. */
typedef struct {
    Expr *name;
    Instance *in; /* whose expression it is */
} LaterName;

struct Build {
    JdModel *model;
    Arena *arena; /* the model's */
    Messages *messages;
    const char *root; /* the folder that meshes lie below; NULL: anywhere */
    const JdSetting *settings;
    bool *setting_used;
    const ParamValue *values;            /* these go before settings */
    int value_count;
    Arena *lasting; /* of what another building finds ready: the lines of texts, meshes */
    Scope scope;
    Instance top, *here;                 /* the model itself; whose statements are carried out */
    KnownNames parts;                    /* defined so far */
    LIST(JdMessage) told;                /* mistakes in parts: each place is news once */
    const Node *space_said;              /* `planar` or `spatial` */
    bool space_told;                     /* that neither is said, and vectors have three numbers */
    const Node *said[STATEMENT_KINDS];   /* the statements that are said once */
    const Expr *at_work;                 /* the expression being worked out */
    bool binding;                        /* names of the run may occur in it */
    bool axes;                           /* x, y and z are directions in it */
    const UserFunction *defining;        /* it is that of this function: its arguments go before other names */
    const JointType *lock_type;          /* it is a lock of this type */
    LIST(LaterName) later;               /* names that lead into instances that are still to come */
    bool incomplete;                     /* a file is missing: unknown names are no news */
    bool no_expects;                     /* JdReadDef's */
    bool full;                           /* the rest of the text is not worth a look */
    long statements;
    Ready ready; /* so far */
};

JdLog *jd_build_log(Build *build);
Where jd_build_where(Build *build, Span span); /* strings live in the model */
/* Where the value of a clause stands; the statement, if it has no such clause. */
Where jd_build_clause_where(Build *build, const Node *node, const char *word);
void jd_build_scope(Build *build);             /* makes build->scope */
int jd_build_width(const Build *build); /* numbers of a vector where statements are carried out: 2 or 3 */
/* A body of the plane in space: how thick it is does not matter to a motion in its plane. */
void jd_build_lamina(const Build *build, ModelBody *body);
void jd_build_note_file(Build *build, const char *path); /* the model was read from it, too */
void jd_build_statements(Build *build, const Node *parent);
bool jd_build_count(Build *build, const Node *node);     /* false: enough statements or messages */
extern const Kind jd_say_param, jd_say_when;
void jd_build_declare(Build *build, const Node *parent); /* notes all names, before building */

/* Evaluations; each false or NULL after a report (or in silence, when the cause was reported). */
bool jd_build_value(Build *build, const Expr *expr, Value *value);
bool jd_build_number(Build *build, const Expr *expr, const char *unit, const char *what, double *x);
bool jd_build_vector(Build *build, const Expr *expr, const char *unit, const char *what, Vec3 *v);
/* The number that a clause says, in its kind's unit; leaves *x alone if it is not said. */
bool jd_build_clause(Build *build, const Node *node, const char *word, double *x);
/* The full name of what a path means: "rod.tip" in the instance c1 is "c1.rod.tip" if c1 has a rod,
 * and behind a port is what it stands for. So is a name given here, whose text declares it here. */
const char *jd_build_path(Build *build, const Expr *expr);
const char *jd_build_word(Build *build, const Expr *expr); /* as it stands there, indices worked out */
const char *jd_build_name(Build *build, const Node *node); /* of what is defined, in the first slot; NULL after a report: it is taken by the language */
const Expr *jd_build_bind(Build *build, const Expr *expr);
/* A bound expression with the full names of what the instance at work calls by its own. */
const Expr *jd_build_full_names(Build *build, const Expr *bound);
void jd_build_later_names(Build *build); /* those that led into instances that were still to come */
/* The full name of a value of one's own; NULL after a report. */
const char *jd_build_own_name(Build *build, const Slot *slot);
/* A parameter of an instance that one of its events sets. */
bool jd_build_is_live(const Instance *in, const char *name);
/* A signal: how many numbers it has (0 after a report), and its full name. */
int jd_build_signal(Build *build, const Slot *name, const Slot *value, const char **full);
/* A unit that a slot names; false after a report. */
bool jd_build_unit(Build *build, const Slot *slot, Unit *unit);
const char *jd_expr_text(const Expr *expr, Arena *arena); /* as written; NULL: out of memory */

/* Reports a name that means nothing: where it is declared later, or the nearest one. Silent about
 * names whose declaration failed. */
void jd_build_unknown(Build *build, Declares space, const char *name, Span span);
/* `name`, which is defined only at `declared` (or not at all: a repeat made none), is used here. */
void jd_build_report_later(Build *build, const char *name, Span use, const Known *declared);

/* ---- Names and places of instances ---------------------------------------------------------- */

/* As jd_build_path, of a path in words. NULL: out of memory. */
const char *jd_instance_resolve(Build *build, const char *path);
bool jd_instance_is_later(const Build *build, const char *path); /* the path leads into one that is still to come */
/* What is known of a value by its path, and the instance whose it is; NULL: nothing. `declared`: the
 * declaration where the search ended, NULL if there is none. */
const Known *jd_instance_value(Build *build, const char *path, const Instance **owner,
                               const Known **declared);
/* What the text declares in any instance, by its full name. */
Known *jd_instance_declared(Build *build, Declares space, const char *name);
bool jd_instance_named(Build *build, const char *name); /* an instance has this full name */
bool jd_instance_port_failed(const Build *build, const char *path); /* the full name is that of a port with a mistake, which was told */
/* Reports a full name that leads into an instance and to nothing there; false: it does not. */
bool jd_instance_explain(Build *build, const char *name, Span span);
const char *jd_instance_full(Build *build, const Instance *instance, const char *name);
const char *jd_instance_kind(Build *build, const Instance *instance); /* "a cylinder" */
void jd_instance_suggest(Build *build, Nearest *nearest); /* values that the path may have meant */

/* The name of an instance or port, which nothing else may have: NULL after a report. `spaces` ends with
 * DECLARES_NOTHING. */
const char *jd_instance_new_name(Build *build, const Node *node, const KnownNames *own,
                                 const Declares *spaces);
/* What the use of the part gives for a name; NULL: nothing, or this is the model itself. It is taken then. */
const Known *jd_instance_given(Build *build, const char *name);
/* What is given is worked out where the use stands: between these two. */
Instance *jd_instance_leave(Build *build);
void jd_instance_return(Build *build, Instance *instance);
/* Reports that the use gives nothing for a name that has no value of its own; false. */
bool jd_instance_report_missing(Build *build, const Node *node, const char *code, const char *what,
                                const char *name);

/* Carries out the statements of the part, with names of its own. */
void jd_instance_build(Build *build, Instance *instance);

/* What is drawn in the coordinates of the instance at work, seen from the ground; and back. */
Vec3 jd_place_point(const Build *build, Vec3 p);
Vec3 jd_unplace_point(const Build *build, Vec3 p);
Pose jd_place_pose(const Build *build, Pose drawn);
/* Moves a frame, made as drawn in these coordinates, to where they stand. */
void jd_place_frame(Build *build, int frame);
/* A point of another instance, in the coordinates of the one at work. */
Value jd_place_value(const Build *build, const Instance *owner, const Known *known);

/* Where a body, frame or part is drawn: at a point, with its clauses `angle` (plane) or `turned`. */
bool jd_build_attitude(Build *build, const Node *node, Vec3 at, Pose *pose);

/* ---- Sides of joints and forces ------------------------------------------------------------- */

typedef struct {
    int body, frame;
} BodySide; /* frame >= 0: a named frame of the body */
bool jd_build_side(Build *build, const Slot *slot, BodySide *side);
/* `node P at A`: without a type of a bond graph. */
bool jd_build_massless(Build *build, const Node *node);
/* True where a slot names no node; otherwise says why that has no meaning there. */
bool jd_refuse_massless(Build *build, const Slot *slot, const char *what, const char *remedy);
bool jd_build_servo(Build *build, const Node *node); /* a drive with a clause `by` */
const char *jd_frame_dot(const char *path); /* between a body and its frame, in a full name; NULL: there is none */
/* The frames of both sides, by the clauses `at`, `axis` and `second` of the statement. A joint (with a
 * type) needs its point; forces (NULL) stand at the centres of mass without `at`, and their axis is z. */
bool jd_build_frames(Build *build, const Node *node, BodySide i, BodySide j, const JointType *type,
                     int *frame_i, int *frame_j);
/* A direction that a clause says, as seen from what it stands on; zero if it is not said. */
bool jd_build_axis(Build *build, const Node *node, const char *word, Vec3 *direction);
/* "jO.angle": its full name, if the joint is there and has this free. NULL after a report. */
const char *jd_build_free(Build *build, const Slot *slot, const FreeDef **found);
/* The clause of the statement that gives each field of the type, or NULL; reports clauses that
 * are no field. */
bool jd_build_fields(Build *build, const Node *node, const char *type, const Field *fields,
                     const Node *clauses[TYPE_FIELDS]);
/* The value of a field, as jd_model_field_value. */
bool jd_build_field(Build *build, const Field *field, bool turn, const Node *clause,
                    FieldValue *value);

#endif
