/* SPDX-License-Identifier: MIT
 *
 * jourdain: pictures of mechanisms and of their motion. A library of its own, beside that of jourdain.h
 * and of the same version:
 *
 *     curves                          -> JdPicture -> svg, png, pdf; or letters for a terminal
 *     JdModel + JdSystem (+ JdTrace)  -> JdPicture
 *     JdModel + runs                  -> a movie: html, json (what the page is given), glb, svg, gif, apng, frames
 *     rows of a study                 -> JdPicture
 *
 * The rules are those of jourdain.h.
 */
#ifndef JOURDAIN_PICTURE_H
#define JOURDAIN_PICTURE_H

#include "jourdain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pictures ------------------------------------------------------------------------------- */

typedef struct JdPicture JdPicture;

/* Values of y over x; those that are not finite are gaps. */
typedef struct {
    const char *name, *unit; /* of what goes up */
    const char *run;         /* which run it is of, if there are several; NULL */
    const double *x, *y;
    int count;
} JdCurve;

typedef struct {
    const char *title;           /* NULL: none */
    const char *x_name, *x_unit;
    const JdCurve *curves;       /* those of one unit share a panel, panels stand one above the other */
    int curve_count;
    double width, height;        /* points; 0: as it comes */
    const char *theme;           /* "light", "dark" or "print"; NULL: light */
    bool equal;                  /* the same scale along both axes, if there is one panel */
    bool log_x, log_y;
    bool marked;                 /* a vertical line, */
    double mark;                 /* at this x; */
    const char *mark_text;       /* a text above the panels, also without the line. NULL: none */
} JdChartDef;

JD_API JdPicture *jd_picture_of_chart(JdChartDef def, JdLog *log);
/* The same in letters, braille dots if `utf8`, in so many columns and rows; freed with jd_free_text. NULL: nothing, or no memory. */
JD_API char *jd_chart_letters(JdChartDef def, int columns, int rows, bool utf8, bool colour);
/* The course of a column of a trace in one line of letters; likewise. */
JD_API char *jd_trace_letters(const JdTrace *trace, int column, int width, bool utf8);

typedef struct {
    const char *title;        /* where the model has none; NULL */
    double width, height;     /* points; height 0: as the box wants it */
    const char *theme;
    bool graph;               /* bodies and joints as a graph, and not what they look like */
    const JdCheck *check;     /* a graph tells the freedoms; NULL: nobody has counted them */
    double time;              /* of the film */
    bool no_names, dimensions, axes; /* dimensions: lengths of links */
    JdVec3 from;              /* spatial: where it is seen from; zero: from the front, right and above */
    const char *const *paths; /* points whose paths are drawn, "rod.tip", ending with NULL; NULL: none */
    bool ghost;               /* and the start position, faint */
    int strip;                /* so many positions at even times of the film, side by side; 0: just one */
} JdSketchDef;

/* The mechanism where it is assembled (system NULL: as drawn), or at a time of its film, a trace of jd_picture_channels. */
JD_API JdPicture *jd_picture_of_model(const JdModel *model, const JdSystem *system, const JdTrace *film, JdSketchDef def,
                                      JdLog *log);
/* Its bond graph; NULL: it has none, or memory is out. */
JD_API JdPicture *jd_picture_of_bonds(const JdModel *model, const char *theme, JdLog *log);
/* A multibond graph: rotation purple, translation green; NULL after a report. */
JD_API JdPicture *jd_picture_of_graph(const JdGraph *graph, const char *theme, JdLog *log);
/* Of a model's own graph, with one of its causal paths in another colour, by its number in JD_BONDS_PATHS from 1 on; NULL after a report, too. */
JD_API JdPicture *jd_picture_of_bond_path(const JdModel *model, int path, const char *theme, JdLog *log);
/* The channels that films are made of, with `arrows` velocities and joint forces, too: how many, of which as many are written as
 * there is room for. */
JD_API int jd_picture_channels(const JdSystem *system, bool arrows, JdChannel *channels, int room);

JD_API void jd_picture_free(JdPicture *picture);
JD_API JdVec3 jd_picture_size(const JdPicture *picture); /* width and height, points */
/* Whether a file of this ending can be written. */
JD_API bool jd_picture_can_write(const char *path, JdLog *log);
/* By the ending of the path; the file appears whole or not at all. */
JD_API bool jd_picture_write(const JdPicture *picture, const char *path, JdLog *log);
JD_API bool jd_picture_print(const JdPicture *picture, const char *ending, FILE *out, JdLog *log); /* "svg" */

/* ---- Pictures of studies: what many variants say together ------------------------------------- */

/* A parameter or a measure of all variants. */
typedef struct {
    const char *name, *unit;  /* unit NULL: its values are words, and rows have which of them */
    const char *const *words; /* likewise; else NULL */
    const double *values;     /* all that it has, of a grid (of words: 0, 1 ...); NULL: any between these two: */
    int count;                /* of `values` */
    double least, greatest;   /* of all rows */
} JdStudyColumn;

typedef struct {
    const char *title;            /* NULL: as it comes */
    const JdStudyColumn *columns; /* parameters, then measures; they stay as they are until the picture is made */
    int parameters, measures;
    long rows;                    /* that will be added */
    double width, height;         /* points; 0: as it comes */
    const char *theme;
    bool log_x, log_y;            /* of curves */
} JdStudyDef;

/* The pictures that there are; NULL past the end. */
JD_API const char *jd_study_picture_name(int index);
JD_API const char *jd_study_picture_summary(int index);
/* Rows are added one by one and are not kept: memory does not grow with them. */
typedef struct JdStudyPicture JdStudyPicture;
/* One of these; kind NULL: the one that one would draw first. NULL after a report: there is none, or it does not show such a study. */
JD_API JdStudyPicture *jd_study_picture_new(const char *kind, JdStudyDef def, JdLog *log);
JD_API const char *jd_study_picture_title(const JdStudyPicture *study); /* what it shows, in words */
JD_API void jd_study_picture_add(JdStudyPicture *study, const double *row); /* a number for each column */
JD_API JdPicture *jd_picture_of_study(const JdStudyPicture *study, JdLog *log);
JD_API void jd_study_picture_free(JdStudyPicture *study);

/* ---- Movies --------------------------------------------------------------------------------- */

typedef struct {
    const char *name;         /* "newton-euler" */
    const JdSystem *system;   /* NULL: it was not made */
    const JdTrace *trace;     /* what is plotted; NULL: nothing */
    const JdTrace *film;      /* of jd_picture_channels; NULL: none */
    const JdModel *model;     /* of a variant: its own, which has the same bodies, joints and forces; NULL: that of the movie. Pages show it */
    const char *const *facts; /* label, value, label, value ..., NULL; NULL: none */
    bool failed;
    double failed_at;
    JdMessage failure;
} JdMovieRun;

typedef struct {
    const JdModel *model;
    const char *title;        /* where the model has none; NULL */
    const JdMovieRun *runs;   /* the first is the one that the others are compared with */
    int run_count;
    const JdLog *messages;    /* of reading and checking; NULL: none */
    const char *const *facts; /* of the mechanism, as above */
    const JdGraph *graph;     /* its multibond graph, which pages show in boxes that open; NULL: none */
    double width, height;     /* of frames, points; 0: as it comes */
    const char *theme;
    double speed;             /* seconds of the run in a second of the movie; 0: so that it lasts some seconds */
    double frames;            /* per second of the movie; 0: 30 */
    int pixels[2];            /* frames, gif, apng: width and height; 0: by width and height */
    const char *const *paths; /* likewise: points whose paths are drawn, as in JdSketchDef */
    JdVec3 from;              /* likewise */
    bool transparent;         /* likewise: no paper behind it */
    bool (*stop)(void *data, double share); /* asked before each frame; true: no more are wanted. NULL: nobody asks */
    void *stop_data;
} JdMovieDef;

/* Whether a file of this ending can be written, and show this model. `many` (NULL: nobody asks): it is a file for each frame. */
JD_API bool jd_movie_can_write(const char *path, const JdModel *model, bool *many, JdLog *log);
JD_API bool jd_movie_write(JdMovieDef def, const char *path, JdLog *log);
JD_API bool jd_movie_print(JdMovieDef def, const char *ending, FILE *out, JdLog *log); /* "json": one file, not frames */

#ifdef __cplusplus
}
#endif
#endif
