/* SPDX-License-Identifier: MIT
 *
 * What the lines of journals come to. */
#ifndef AUDIT_SUMMARY_H
#define AUDIT_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

enum { SUMMARY_CODES = 64, SUMMARY_CLASSES = 64, SUMMARY_NUMBERS = 1000000 };

typedef struct {
    char name[48];
    long mechanisms, findings, runs[128]; /* runs by letter */
} SummaryClass;

typedef struct {
    long mechanisms, unknown, runs[128];
    bool seen[SUMMARY_NUMBERS]; /* a mechanism that has a line in several journals counts once */
    double seconds;
    int codes, classes;
    struct {
        char name[32];
        long count;
    } code[SUMMARY_CODES];
    SummaryClass class[SUMMARY_CLASSES];
} Summary;

void audit_summary_line(Summary *sum, const char *line);
bool audit_summary_file(Summary *sum, const char *path);
void audit_summary_print(const Summary *sum, FILE *out);
/* Runs that differ, hang or have no numbers without a word, and crashes. */
long audit_summary_findings(const Summary *sum);

#endif
