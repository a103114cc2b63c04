/* SPDX-License-Identifier: MIT
 *
 * The model language. Its grammar is data: a statement is a Kind, its head a row of slots, its
 * clauses Kinds again. Reader, writer, JSON mirror, help and manual are written once over that
 * data.
 *
 *     text -> Document (a tree of Nodes) -> JdModel
 *     JSON ->          |                 -> text, JSON
 */
#ifndef JD_TEXT_H
#define JD_TEXT_H

#include "model/model.h"

/* ---- Grammar -------------------------------------------------------------------------------- */

typedef enum {
    SLOT_NONE,
    SLOT_NAME,   /* a name that is given here             crank[i]      */
    SLOT_PATH,   /* a name that was given elsewhere       K3[2].tip.x   */
    SLOT_WORD,   /* a word, hyphens allowed               spring-damper */
    SLOT_EXPR,   /* an expression                         2*r + 10 mm   */
    SLOT_STRING, /*                                       "parts.jd"    */
    SLOT_TEXT,   /* a word, or a string of anything       red "#47a"    */
    SLOT_UNIT,   /*                                       N*s/m         */
} SlotKind;

enum {
    SLOT_OPTIONAL = 1,
    SLOT_TWO = 2,  /* one or two of them (only as the one slot of a kind) */
    SLOT_MANY = 4, /* one or more of them (likewise) */
    SLOT_USUAL = 8, /* of an optional one: it stands there nearly always, and its form is shown so */
};

typedef struct {
    const char *label; /* its key in the JSON mirror */
    SlotKind kind;
    const char *before; /* what stands before it: ":" "=" "--" "as"; NULL: nothing */
    unsigned flags;
} SlotShape;

enum {
    KIND_REQUIRED = 1, /* a clause that must be said, but see `unless` */
    KIND_REPEATS = 2,  /* a clause that may be said more than once */
    KIND_ROWS = 4,     /* its slots may come again after a comma: start a = 1, b = 2 */
    KIND_OPEN = 8,     /* other words are fields of the type that its slot `type` names */
    KIND_BLOCK = 16,   /* statements in braces follow */
    KIND_BRACES = 32,  /* the writer puts its clauses in braces */
    KIND_ONCE = 64,    /* a statement that a model has once */
    KIND_WHOLE = 128,  /* a statement about the model as a whole: not in a part */
    KIND_BARE = 256,   /* a clause of rows, name = value, which in braces may stand without its word */
    KIND_JUDGES = 256, /* a statement about what a run must reach: JdReadDef.no_expects passes over it */
    KIND_FIELDS = 512, /* a statement whose name is no value by itself, only with a field: b.effort */
};

/* What the first slot of a statement gives a name to. */
typedef enum {
    DECLARES_NOTHING,
    DECLARES_VALUE, /* parameters and points share their names */
    DECLARES_BODY,
    DECLARES_JOINT,
    DECLARES_TYPE,
    DECLARES_FORCE,
    DECLARES_PART,
    DECLARES_INSTANCE, /* a part in use */
    DECLARES_PORT,
    DECLARES_OWN, /* states and signals */
    DECLARES_FUNCTION,
    DECLARES_COUNT
} Declares;

enum { SHAPE_SLOTS = 4 };

typedef struct Kind Kind;
typedef struct Node Node;
typedef struct Build Build;

struct Kind {
    const char *word; /* "joint", or two words: "joint type" */
    const char *also; /* what others call it: "weight" is answered with `mass` */
    const char *summary;
    SlotShape shape[SHAPE_SLOTS + 1];
    const Kind *clauses; /* ends with {NULL} */
    unsigned flags;
    const char *unit;     /* dimension of its expression; NULL: any, or checked elsewhere */
    const char *unless;   /* not required if one of these clauses is said: "massless" */
    const char *excludes; /* clauses that contradict it: "at" */
    const char *advice;   /* what else is said where its form is: what others write there */
    int group;            /* the writer leaves a blank line between groups of statements */
    Declares declares;
    bool (*build)(Build *build, const Node *node); /* false: there was a mistake */
};

const Kind *jd_statement_at(int index);          /* NULL past the end */
int jd_kind_width(const Kind *kind);             /* slots of one row */
void jd_kind_usage(const Kind *kind, Text *out); /* joint <name> : <type> <i> [-- <j>] */
extern const Kind jd_kind_field;                 /* a field of a type: <word> <value> */

/* ---- The tree ------------------------------------------------------------------------------- */

/* What stands in a slot: an expression (also names and paths), or the text of words, strings and
 * units. Neither: an optional slot left out. */
typedef struct {
    Span span;
    Expr *expr;
    const char *text;
} Slot;

/* A line as its author wrote it: a comment, a blank line, or a piece of a statement. */
typedef struct {
    const char *text; /* of a comment, from its '#' on; "": a blank line; NULL: */
    int piece;        /* the clause (as in `clauses`) or row that stands there, from 0 */
    bool beside;      /* the comment stands on the line of the piece before it */
} TextLine;
typedef LIST(TextLine) TextLines;

/* What a text says to people alone, bound to the statement that it stands by. */
typedef struct {
    TextLines before; /* above it */
    TextLines inside; /* its pieces and what stands between them; of a block the comment that its
                         brace opens with; empty: it has no comments or blank lines inside */
    TextLines end;    /* of a block: behind its last statement */
    const char *beside; /* behind it, on its last line; NULL: none */
} Comments;

struct Node {
    const Kind *kind;
    const char *word;     /* kind->word; of a field: its name */
    Span span;            /* the word in the text, */
    size_t head, end;     /* and where its slots (of a block: what is before its brace) and it all end */
    int said;             /* of a clause: how many were said before it */
    bool broken;          /* a mistake was reported in it */
    LIST(Slot) slots;     /* width of the kind x rows */
    LIST(Node *) clauses; /* in the order of kind->clauses, fields last */
    LIST(Node *) block;   /* statements in braces, or of the included file */
    Comments *comments;   /* NULL: none */
};

const Node *jd_node_clause(const Node *node, const char *word); /* the first; NULL */
const Slot *jd_node_slot(const Node *node,
                         const char *label); /* of the first row; NULL if left out */
const Expr *jd_clause_expr(const Node *node, const char *word); /* the one slot of a clause; NULL */

typedef struct KnownNames KnownNames;

/* Counts the errors of one reading; gives no log any more once there are too many. */
typedef struct {
    JdLog *log;
    int before;
    bool full;
    bool stranger; /* what is read is plainly no model: its first mistake is enough */
} Messages;
JdLog *jd_messages(Messages *messages);
bool jd_messages_failed(const Messages *messages); /* an error was reported */

typedef struct {
    Arena *arena;   /* of the tree */
    Arena *sources; /* of the texts, which expressions point into: lives at least as long */
    Messages *messages;
    bool follow;              /* read included files too, */
    const char *root_folder;  /* if they lie below this folder; NULL: anywhere */
    bool keep;                /* keep comments and blank lines */
    Node root;                /* its block: all statements */
    KnownNames *types;        /* the user's joint types, whose fields are words of the language; NULL: none */
    LIST(const char *) files; /* included so far, */
    unsigned library;         /* and those of the library, a bit for each */
    uint64_t hash;            /* and of their words */
} Document;

/* Reads all of the text, mistakes or not. */
void jd_document_read(Document *document, const Source *source);
void jd_document_read_json(Document *document, const Source *source);
void jd_document_write(const Document *document, Text *out);
void jd_document_write_json(const Document *document, Text *out);

/* The words of a model: read once, built from by any number of threads. They are the data of model->words. */
typedef struct {
    const char *name, *unit; /* of a parameter; its unit in SI */
    int count;               /* 1, or the numbers of a vector */
} WordsParam;
typedef struct Words Words;
const WordsParam *jd_words_param(const Words *words, const char *name); /* NULL: there is none */
void jd_words_suggest(const Words *words, Nearest *nearest);

/* Numbers in place of those of a parameter, in SI; bit n of `set`: number n of it. */
typedef struct {
    const char *name;
    double value[3];
    unsigned set;
} ParamValue;
/* What a text says to people alone, in the order of its own lines; not what stands within braces, nor of JSON. Each is a line from its
 * '#' on, of a statement that it stands above or beside: its word, and its name if it declares one (NULL: none). */
typedef struct {
    const char *text;
    size_t length, at; /* at: where in the text */
    bool head;         /* it begins the text, with a blank line or a `model` below */
    const char *word, *name;
} WordsComment;
void jd_words_comments(const Shared *words, void (*take)(void *data, const WordsComment *comment), void *data);
/* The model again, with other values of its parameters: what a reading with them would make. NULL: memory is out; good is
 * false after a report. */
JdModel *jd_words_build(Shared *words, const ParamValue *values, int count, JdLog *log, bool *good);

/* A model from a file (text NULL) or from text, also where it has mistakes (good is false then): what was
 * said without one is in it. NULL: memory is out. */
JdModel *jd_text_read(const char *name, const char *text, size_t length, JdReadDef def, JdLog *log,
                      bool *good);

#endif
