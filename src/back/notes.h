/* SPDX-License-Identifier: MIT
 *
 * Annotations of a graph's text: what a graph has no place for, as comments that begin with "#@ NAME: ". They are read line by
 * line; what they name is looked for among the nodes, so that a text without them, or with other nodes, is as good.
 *
 *     #@ about: # Slider-crank of ...               the head of the text
 *     #@ body crank: crank_m crank_I                whose storages these nodes are
 *     #@ joint jO: jO_L | 0 0 0 1 0 0 0 | ...       whose locks they hold; its frames on both bodies (place, quaternion)
 *     #@ above crank: # mass centre in the middle   a comment of a body or joint
 *     #@ in crank: frame tip local [0.1, 0] m        a frame of a body
 *     #@ say: output slider.x, slider.vx            a statement, or a comment between them */
#ifndef JD_BACK_NOTES_H
#define JD_BACK_NOTES_H

#include "math/math.h"

typedef struct { const char *text; size_t length; } NoteText; /* one line, of which it is a part */
typedef struct { const char *at; } Notes;                     /* the text of the graph; NULL: there are none */

/* The next annotation of this name behind `from` (NULL: the first): its text. False: there is none. */
bool jd_note_next(const Notes *notes, const char *name, const char **from, NoteText *to);
/* "crank: a b c": the first word; what is behind the colon. False: it is not so. */
bool jd_note_split(NoteText note, NoteText *head, NoteText *rest);
bool jd_note_has_word(NoteText note, const char *word); /* up to a '|' */
bool jd_note_poses(NoteText note, Pose *i, Pose *j);    /* behind the '|'s */

#endif
