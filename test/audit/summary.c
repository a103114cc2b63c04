/* SPDX-License-Identifier: MIT
 *
 * A line: number, class, bodies, freedoms, redundant locks, least independence, letters, worst
 * share, where, seconds, codes. */
#include "summary.h"
#include "judge.h"
#include <stdlib.h>
#include <string.h>

static SummaryClass *class_of(Summary *sum, const char *name) {
    char family[48];
    snprintf(family, sizeof family, "%.*s", (int)strcspn(name, "+"), name);
    for (int k = 0; k < sum->classes; k++)
        if (!strcmp(sum->class[k].name, family)) return &sum->class[k];
    if (sum->classes == SUMMARY_CLASSES) return &sum->class[0];
    SummaryClass *is = &sum->class[sum->classes++];
    snprintf(is->name, sizeof is->name, "%s", family);
    return is;
}

static void count_codes(Summary *sum, char *codes) {
    for (char *code = strtok(codes, ",\n"); code; code = strtok(NULL, ",\n")) {
        int k = 0;
        if (!strcmp(code, "-")) continue;
        while (k < sum->codes && strcmp(sum->code[k].name, code)) k++;
        if (k == SUMMARY_CODES) return;
        if (k == sum->codes)
            snprintf(sum->code[sum->codes++].name, sizeof sum->code[0].name, "%s", code);
        sum->code[k].count++;
    }
}

void audit_summary_line(Summary *sum, const char *line) {
    char name[80], letters[64], codes[600];
    double seconds;
    if (sscanf(line, "%*d %79s %*d %*d %*d %*s %63s %*s %*s %lf %599s", name, letters, &seconds,
               codes) != 4)
        return;
    const long number = strtol(line, NULL, 10);
    if (number < 0 || number >= SUMMARY_NUMBERS || sum->seen[number]) return;
    sum->seen[number] = true;
    SummaryClass *class = class_of(sum, name);
    bool finding = false;
    sum->mechanisms++;
    class->mechanisms++;
    sum->seconds += seconds;
    sum->unknown += letters[0] == '?';
    for (const char *c = letters; *c; c++) {
        if (*c == '_') continue; /* not tried */
        sum->runs[(unsigned char)*c & 127]++;
        class->runs[(unsigned char)*c & 127]++;
        finding |= strchr("DNHCG", *c) != NULL;
    }
    class->findings += finding;
    count_codes(sum, codes);
}

bool audit_summary_file(Summary *sum, const char *path) {
    char line[2048];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file)) audit_summary_line(sum, line);
    fclose(file);
    return true;
}

long audit_summary_findings(const Summary *sum) {
    return sum->runs['D'] + sum->runs['N'] + sum->runs['H'] + sum->runs['C'] + sum->runs['G'];
}

void audit_summary_print(const Summary *sum, FILE *out) {
    static const struct {
        char letter;
        const char *means;
    } letters[] = {
#define LETTER(letter, means) {letter, means},
        AUDIT_LETTERS
#undef LETTER
        {'C', "CRASHED"},
        {'?', "without a reference, which did not come to the end"}};
    long runs = 0;
    for (int k = 0; k < 128; k++) runs += sum->runs[k];
    fprintf(out, "%ld mechanisms, %ld runs, %.0f s of the processor\n", sum->mechanisms, runs,
            sum->seconds);
    for (size_t k = 0; k < sizeof letters / sizeof letters[0]; k++) {
        const long count = sum->runs[(unsigned char)letters[k].letter];
        if (count)
            fprintf(out, "%8ld %7.3f %%  %c  %s\n", count, 100.0 * (double)count / (double)runs,
                    letters[k].letter, letters[k].means);
    }
    fprintf(out, "mechanisms in which something was said:\n");
    for (int k = 0; k < sum->codes; k++)
        fprintf(out, "%8ld  %s\n", sum->code[k].count, sum->code[k].name);
    fprintf(out, "families: mechanisms, those with a finding, runs that differ without a word\n");
    for (int k = 0; k < sum->classes; k++)
        fprintf(out, "%8ld %6ld %6ld  %s\n", sum->class[k].mechanisms, sum->class[k].findings,
                sum->class[k].runs['D'], sum->class[k].name);
}
