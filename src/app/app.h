/* SPDX-License-Identifier: MIT
 *
 * The program `jourdain`: options and commands as tables, data to stdout, words to stderr.
 *
 *     arguments -> App -> one Command -> a Page (text, markdown or JSON) and an exit code
 *
 * This folder has what commands share. A command is one file of command/ and one line in its commands.def; an option is
 * one line in options.def. Help, completion and doc/ come from the same tables. */
#ifndef JD_APP_H
#define JD_APP_H

#include "base/registry.h"
#include "format/facts.h"
#include "format/json.h"

typedef enum {
    DONE = 0,
    RUN_FAILED = 1,
    WRONG_USAGE = 2,
    WRONG_MODEL = 3,
    FILE_FAILED = 4,
    EXPECT_MISSED = 5,
    INTERRUPTED = 130, /* by Ctrl-C; 128 + the signal: 129 if the terminal was closed, 143 if it was told to end */
} ExitCode;

/* ---- Options and commands ------------------------------------------------------------------- */

typedef struct {
    const char *name;    /* "to": written --to */
    const char *letter;  /* "o": also -o; NULL: none */
    const char *value;   /* what its value is called in help: "TIME"; NULL: takes none */
    const char *unit;    /* the value is a quantity of this dimension; NULL: a text */
    const char *choices; /* the values it may have: "none baumgarte projection"; NULL: any */
    const char *summary;
    bool zero; /* 0 is a value */
    bool varies; /* --vary takes it, as it takes parameters */
} Option;

const Option *jd_option_at(int index); /* NULL past the end */
const Option *jd_option_find(const char *name, size_t length);

typedef struct App App;
typedef struct {
    const char *name;
    const char *arguments; /* "MODEL" */
    int least, most;       /* how many of them */
    const char *options;   /* names, beside those that every command has: "form dt" */
    const char *lists;     /* those of them that may have several numbers: "dt"; NULL: none */
    const char *writes;    /* endings that the file of --out may have: "c cu"; NULL: the command looks itself */
    const char *summary;
    const char *details;  /* paragraphs, each ending with a line end; NULL: none */
    const char *examples; /* a command a line; NULL: none */
    int (*call)(App *app);
} Command;

const Command *jd_command_at(const App *app, int index); /* NULL past the end */
const Command *jd_command_find(const App *app, const char *name);
bool jd_command_takes(const Command *command, const Option *option);

/* ---- The program's state -------------------------------------------------------------------- */

typedef struct {
    const Option *option;
    const char *text;
    double number; /* SI, if the option has a unit */
} Given;

/* A file whatever its name: as the system tells it from others. */
typedef struct {
    unsigned long long device, number;
} InputFile;

struct App {
    Arena arena;
    JdLog *log;
    const Registry *commands; /* those that there are: `main` knows them, nothing below it does */
    const Command *command;   /* the one that was called; NULL: none */
    LIST(const char *) words; /* the arguments that are no options */
    LIST(Given) given;
    LIST(InputFile) inputs; /* files that were read */
    double every;           /* s between rows, where a command needs some and --every has none; 0: as the model says */
    bool json, quiet, colour;
    Json document; /* what --json prints: a command adds members, main the messages */
    Text out;      /* what goes to stdout otherwise, when a command has ended */
};

/* Reads the arguments; false after a report. */
bool jd_app_parse(App *app, int count, char **arguments);
bool jd_app_give(App *app, const Option *option, const char *text); /* one more, as if it stood behind the others */
const char *jd_app_word(const App *app, int index);          /* NULL: not given */
const char *jd_app_text(const App *app, const char *option); /* NULL: not given */
double jd_app_number(const App *app, const char *option);    /* 0: not given */
/* All numbers of an option that may have several; how many. */
int jd_app_numbers(const App *app, const char *option, double *numbers, int most);
bool jd_app_flag(const App *app, const char *option);
/* "a,b,c" of an option as texts ending with NULL. */
const char **jd_app_list(App *app, const char *option);

/* ---- Words to the user ---------------------------------------------------------------------- */

bool jd_is_terminal(FILE *file);
int jd_terminal_width(FILE *file); /* 80 if it is none */
bool jd_has_colours(FILE *file);
bool jd_has_utf8(void); /* the locale is one of UTF-8 */
/* The messages, as jd_log_print lays them out, in colours if wanted; notes only unless quiet. */
void jd_app_say(const App *app, FILE *out);
/* Messages of one log told in another, unless they were. */
void jd_log_pass(JdLog *to, const JdMessage *message);
void jd_log_merge(JdLog *to, const JdLog *from, JdSeverity least, JdSeverity most);

/* ---- Pages: the same content as text, markdown or JSON -------------------------------------- */

typedef enum { PAGE_TEXT, PAGE_MARKDOWN, PAGE_JSON, PAGE_HTML } PageStyle;
enum { PAGE_COLUMNS = 64 };
typedef struct {
    const char *text;
    double number;
    bool is_number;
    bool right; /* stands at the right of its column */
} Cell;

typedef struct {
    PageStyle style;
    int width;
    int level;  /* of headings in markdown, beside 2 */
    const App *app; /* whose page it is */
    Text *out;  /* text, markdown */
    Json *json; /* PAGE_JSON */
    Arena arena;
    const char *columns[PAGE_COLUMNS];
    int column_count;
    LIST(Cell) cells;
} Page;

/* The page of a command: JSON if asked for, else text. */
Page jd_page(App *app);
void jd_page_free(Page *page);
void jd_page_title(Page *page, const char *title);
void jd_page_heading(Page *page, const char *heading);
/* A paragraph (not in JSON); lines that begin with blanks stay as they are. */
__attribute__((format(printf, 2, 3))) void jd_page_text(Page *page, const char *format, ...);
/* Lines under a heading, moved in; in JSON one string. */
void jd_page_listing(Page *page, const char *key, const char *heading, const char *lines);
/* One fact by line: JSON has it by `key`, people by `label`. */
void jd_page_fact(Page *page, const char *key, const char *label, double value, const char *unit);
void jd_page_word(Page *page, const char *key, const char *label, const char *value);
/* A table: begin with the names of its columns, "name unit summary"; cells row by row; end. */
void jd_page_table(Page *page, const char *key, const char *columns);
void jd_page_cell(Page *page, const char *text); /* NULL: empty */
void jd_page_number(Page *page, double number);
void jd_page_right(Page *page, const char *text); /* a text that stands as numbers do */
void jd_page_value(Page *page, double number, const char *text); /* people read it as the text */
void jd_page_end(Page *page);
const char *jd_cell_number(Page *page, double value, int digits); /* for a cell: so many digits, whole numbers whole, "-" for NAN */
const char *jd_page_column(Page *page, int column); /* its heading for people */
/* The same as parts of a page of HTML: page_html.c. */
void jd_html_escape(Text *out, const char *text);
void jd_html_title(Text *out, const char *title);
void jd_html_element(Text *out, const char *element, const char *text); /* "h2" */
void jd_html_table(Page *page);
/* Takes a text over: a copy that lives as long as the page. A text that failed fails the page. */
const char *jd_page_keep(Page *page, Text *text);
/* Wrapped text: first line at the current column `at`, the others indented by it. */
void jd_text_wrap(Text *out, const char *text, int at, int width);

/* A word where a model with bodies says nothing about gravity; NULL: it does. */
const char *jd_gravity_note(const JdModelInfo *model);

/* ---- Models --------------------------------------------------------------------------------- */

/* A file that was read; the text is freed by whoever asked for it. */
typedef struct {
    const char *path;
    char *text;
    size_t length;
} AppFile;

/* Reads the model that the command's first word names ("-": standard input), with --set. After a
 * failure NULL and the exit code. */
JdModel *jd_app_model(App *app, int *code);
/* The same of any file whose text was read; `more` settings go after --set, ending with a name of NULL. */
JdModel *jd_app_model_of(App *app, const AppFile *file, const JdSetting *more, int *code);
/* What the doctor finds, into the log; brief: without free motions in words. And for commands that run a model. */
JdDiagnosis *jd_app_diagnose(App *app, const JdModel *model, const JdCheck *check, bool brief);
void jd_app_look_over(App *app, const JdModel *model);
void jd_app_mend(App *app); /* a text that was not read */
void jd_app_write_findings(App *app, const JdDiagnosis *diagnosis); /* with --json */
JdReadDef jd_app_read_def(App *app); /* how the model of the command line is read, once it could be */
/* The same with further statements behind the text, which messages call by a name; what is expected of runs is passed over. */
JdModel *jd_app_model_with(App *app, const AppFile *file, const char *more, const char *more_name, int *code);
/* A whole file (numbers: as large as results may be) or standard input ("-"); false after a report. */
bool jd_app_read(App *app, const char *path, bool numbers, AppFile *file);
int jd_app_text_out(App *app, const char *path, const char *text); /* in a file, or NULL: on stdout. An exit code. text_out.c */
/* What --form, --stabilise and so on say, filled up with the words of the model. */
JdCompileDef jd_app_compile_def(const App *app, const JdModel *model);
/* The same for one of several forms: only those that are made for it have joints that give way. */
JdCompileDef jd_app_compile_as(const App *app, const JdModel *model, const char *form);
JdRunDef jd_app_run_def(const App *app, const JdModel *model);
/* What is unknown among forms and steppers; false after a report. */
bool jd_app_check_names(App *app);
/* The forms of --forms by their names, each once, ending with NULL; none: not given. NULL after a report. */
const char **jd_app_forms(App *app);
void jd_app_suggest(JdTable table, Nearest *nearest); /* all names of a table */
bool jd_app_has_message(const App *app, const char *code);
const char *jd_model_title(const App *app, const JdModel *model);
/* Words that are expressions, not names of channels, become channels of the model. */
bool jd_app_add_expressions(App *app, JdModel *model, const char *const *names);
/* The units that columns are shown in, by --unit: units.c. False after a report. */
typedef struct {
    const char *name, *unit;
    double factor; /* that its values are to be multiplied with */
} ShownColumn;
bool jd_app_units(App *app, ShownColumn *columns, int count);
/* Those of a trace that has recorded nothing yet: the model's, and --unit. */
bool jd_app_trace_units(App *app, const JdSystem *system, JdTrace *trace);
double jd_app_unit_factor(const char *from, const char *to); /* NAN: they are of different kinds */
/* What is to be recorded: --output, or the model's outputs, or what its joints leave free and the
 * energy. Ends with a negative index; NULL after a report. */
JdChannel *jd_app_channels(App *app, const JdModel *model, const JdSystem *system);
/* Tells before the work that a file cannot be written, or would take the place of one that is read. */
bool jd_app_can_write(App *app, const char *path);
/* The latter alone, for files that were read since. */
bool jd_app_keeps_inputs(App *app, const char *path);
/* Whether a table may have this name: no ending, or one of the list ("csv txt dat"). */
bool jd_app_is_table(App *app, const char *path, const char *endings);
bool jd_app_out_fits(App *app); /* the file of --out has an ending that the command writes */
void jd_app_note_input(App *app, const char *path); /* that it is or will be read */
void jd_app_note_stream(App *app, FILE *in);
bool jd_app_is_input(const App *app, const char *path);
/* Says that neither the model nor the command line has an end of the run. */
bool jd_app_has_end(App *app, const JdModel *model, double until);

/* ---- While it works ------------------------------------------------------------------------- */

typedef struct {
    double until;
    double clock_start, clock_next; /* s: when it began, when to speak next */
    long steps;
    bool shown;       /* a line stands on the terminal */
    bool silent;      /* none is wanted */
    bool on_terminal; /* one line, rewritten; otherwise a line now and then */
} Progress;

/* Signals that are to end the program, such as Ctrl-C: remembered between watch and rest, where somebody asks for them. */
void jd_interrupt_install(void);
void jd_interrupt_watch(void);
void jd_interrupt_rest(void);
int jd_interrupt_signal(void); /* 0: there was none */
void jd_interrupt_doom(const char *path); /* a file that goes with a program that ends at once; NULL: none does */

double jd_clock(void); /* s */

/* compiler.c: the file of the C compiler (NULL: there is none); a new file with a text; and a library of a file of C, by flags that end
 * with NULL. */
const char *jd_compiler_find(App *app);
bool jd_compiler_write(const char *path, const char *text);
bool jd_compiler_call(const char *compiler, const char *const *flags, const char *from, const char *to);

/* A path `model/...` that is not here: that of the model that came with the program; any other path as it is. */
const char *jd_app_shipped(App *app, const char *path);
const char *jd_app_documents(App *app); /* the folder that has doc/, with its last slash; NULL: there is none */
bool jd_app_has_program(const char *name); /* in one of the folders of PATH */
bool jd_app_from(App *app, JdVec3 *from);   /* --from; false after a report */
bool jd_app_size(App *app, int pixels[2]);  /* --size; likewise */
void jd_progress_start(Progress *progress, double until, bool silent);
bool jd_progress_step(void *progress, double time); /* for JdRunDef.stop: true on Ctrl-C */
bool jd_progress_share(void *progress, double share); /* for JdMovieDef.stop: likewise, of frames */
void jd_progress_end(Progress *progress);

/* Coordinates: which are independent at the start, how the others follow, which dyads are known. */
void jd_coordinates_json(const JdSystem *system, const JdRun *run, Json *json); /* members of an object */
void jd_coordinates_line(const JdSystem *system, const JdRun *run, FILE *out);
void jd_page_coordinates(Page *page, const JdSystem *system);
void jd_page_connections(Page *page, const JdSystem *system); /* roots, joints of the tree and those left over */

#endif
