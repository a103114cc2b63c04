/* SPDX-License-Identifier: MIT
 *
 * Kinds of pictures, by the ending of the file's name. */
#include "draw/draw.h"

#define PICTURE(name) extern const PictureType jd_picture_##name;
#include "draw/pictures.def"
#undef PICTURE

static const PictureType *const pictures[] = {
#define PICTURE(name) &jd_picture_##name,
#include "draw/pictures.def"
#undef PICTURE
};
enum { PICTURES = sizeof pictures / sizeof *pictures };

const PictureType *jd_picture_at(int index) {
    return index >= 0 && index < PICTURES ? pictures[index] : NULL;
}

const PictureType *jd_picture_find(const char *path) {
    for (int n = 0; n < PICTURES; n++)
        if (jd_path_ends(path, pictures[n]->ending)) return pictures[n];
    return NULL;
}

const PictureType *jd_picture_check(const char *path, JdLog *log) {
    const PictureType *type = jd_picture_find(path);
    if (type && !type->missing) return type;
    const char *ending = jd_path_ending(path);
    if (type) {
        jd_report(log, JD_ERROR, "picture-missing", nowhere,
                  "this program cannot write '%s': it was built without pictures as .%s", path,
                  type->ending);
        jd_hint(log, "%s", type->missing);
        return NULL;
    }
    if (*ending)
        jd_report(log, JD_ERROR, "picture-ending-unknown", nowhere,
                  "cannot tell what picture '%s' is to be: there is no kind '.%s'", path, ending);
    else
        jd_report(log, JD_ERROR, "picture-ending-unknown", nowhere,
                  "cannot tell what picture '%s' is to be: its name has no ending", path);
    for (int n = 0; n < PICTURES; n++)
        jd_hint(log, ".%s: %s", pictures[n]->ending, pictures[n]->summary);
    return NULL;
}

/* Larger pages are none; readers of PDF end there, too. */
bool jd_picture_size_fits(double width, double height, JdLog *log) {
    const double least = 1, most = 14400;
    if (width >= least && width <= most && height >= least && height <= most) return true;
    jd_report(log, JD_ERROR, "picture-not-drawn", nowhere,
              "a picture of %.6g x %.6g points cannot be drawn", width, height);
    jd_hint(log, "each way at least %g point and at most %g points (200 inches)", least, most);
    return false;
}

bool jd_drawing_print(const Drawing *drawing, const PictureType *type, FILE *out, JdLog *log) {
    if (!drawing->arena.failed) {
        jd_drawing_is_sound(drawing);
        return jd_picture_size_fits(drawing->width, drawing->height, log) &&
               type->write(drawing, out, log);
    }
    jd_report_memory(log);
    return false;
}

bool jd_drawing_write(const Drawing *drawing, const char *path, JdLog *log) {
    const PictureType *type = jd_picture_check(path, log);
    NewFile file;
    if (!type || !jd_file_begin(&file, path, log)) return false;
    if (jd_drawing_print(drawing, type, file.out, log)) return jd_file_end(&file, log);
    jd_file_drop(&file);
    return false;
}
