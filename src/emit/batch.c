/* SPDX-License-Identifier: MIT
 *
 * Many variants: one after the other, sixteen side by side, and on a GPU. */
#include "emit/writer.h"

/* A GPU hides the wait for one lane behind others, if their registers find room: 80 of each where a
 * few hundred operations hold no more, else 168, as kept numbers that go to memory cost more than
 * the wait. Measured on one of 65,536 registers: doc/emit.md. */
enum { SMALL_KERNEL = 400 };                 /* operations */
enum { SMALL_BLOCKS = 6, LARGE_BLOCKS = 3 }; /* of 128 lanes, side by side */

enum { LANES_MOST = 3000 }; /* operations: beyond, sixteen of each do not stay near the processor */

/* Loops by Newton's method, hints, inputs and instants are matters of one lane. */
static bool has_lanes(Writer *w) {
    if (w->tape.block.count || w->rec.instant.count || jd_record_given(w->rec.s) ||
        !w->rec.states || jd_has_events(w))
        return false;
    if (jd_print_size(&w->p, w->rec.rate, w->rec.states) > LANES_MOST) return false;
    return !jd_print_reads(&w->p, w->rec.rate, w->rec.states, TAPE_HINT);
}

/* Both of one angle are two polynomials, changed over and signed by the quarter: no branch, no
 * call. Off by about a unit of the last place of 1, and of the angle, where it is large. */
static void write_lane_sines(Writer *w) {
    const bool sines = jd_print_calls(&w->p, w->rec.rate, w->rec.states, TAPE_SIN),
               cosines = jd_print_calls(&w->p, w->rec.rate, w->rec.states, TAPE_COS);
    if (!sines && !cosines) return;
    jd_write(
        w, "/* cos of a quarter less is sin. */\n"
           "static inline double @_lane_cos_from(double x, double from) {\n"
           "    const double turns = floor(x * 0.6366197723675814 + 0.5), quarter = turns + from;\n"
           "    const double r = ((x - turns * 1.57079632673412561417e+00) - turns * "
           "6.07710050630396597660e-11) - turns * "
           "2.02226624879595063154e-21;\n"
           "    const double z = r * r, which = quarter - 4.0 * floor(quarter * 0.25);\n"
           "    const double s = r + r * z * (-1.66666666666666324348e-01 + z * "
           "(8.33333333332248946124e-03 + z * "
           "(-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * "
           "(-2.50507602534068634195e-08 + z * "
           "1.58969099521155010221e-10)))));\n"
           "    const double c = 1.0 - 0.5 * z + z * z * (4.16666666666666019037e-02 + z * "
           "(-1.38888888888741095749e-03 + z * "
           "(2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * "
           "(2.08757232129817482790e-09 + z * "
           "-1.13596475577881948265e-11)))));\n"
           "    const double odd = which - 2.0 * floor(which * 0.5), size = odd > 0.5 ? s : c;\n"
           "    return which > 0.5 && which < 2.5 ? -size : size;\n"
           "}\n");
    if (cosines)
        jd_write(w,
                 "static inline double @_lane_cos(double x) { return @_lane_cos_from(x, 0.0); }\n");
    if (sines)
        jd_write(
            w, "static inline double @_lane_sin(double x) { return @_lane_cos_from(x, -1.0); }\n");
    jd_write(w, "\n");
}

static void write_lane_rates(Writer *w) {
    Recorder *rec = &w->rec;
    const int guards = rec->guard.count, count = rec->states + guards;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    if (!results) return;
    for (int n = 0; n < guards; n++) results[n] = rec->guard.at[n].low;
    for (int n = 0; n < rec->states; n++) results[guards + n] = rec->rate[n];
    jd_write(w,
             "static void @_lanes_rates(const @_lanes *m, double t, double (*y)[@_LANES], double "
             "(*rate)[@_LANES], int *code) {\n"
             "    (void)m, (void)t, (void)y, (void)code;\n"
             "    for (int l = 0; l < @_LANES; l++) {\n");
    w->p.lanes = true;
    jd_print_code(&w->p, results, count, "");
    for (int n = 0; n < guards; n++) {
        jd_text_print(w->out, "    code[l] |= !(");
        jd_print_value(&w->p, rec->guard.at[n].low, w->out);
        jd_text_print(w->out, " > ");
        jd_print_number(rec->guard.at[n].limit, w->out);
        jd_text_print(w->out, ");\n");
    }
    for (int n = 0; n < rec->states; n++) {
        jd_text_print(w->out, "    rate[%d][l] = ", n);
        jd_print_value(&w->p, rec->rate[n], w->out);
        jd_text_print(w->out, ";\n");
    }
    w->p.lanes = false;
    jd_write(w, "    }\n}\n\n");
}

/* Sixteen variants side by side, for compilers that make vectors of loops: -O3 -ffast-math. */
static void write_lanes(Writer *w) {
    if (!has_lanes(w)) return;
    jd_write(w,
             "/* Sixteen variants side by side: numbers, states and rates of all of them are "
             "neighbours, and compilers make vectors of\n"
             " * the loops (-O3 -ffast-math). A lane that leaves its chart has its code set. */\n");
    jd_text_print(w->out,
                  "enum { %s_LANES = 16 };\ntypedef struct {\n    double number[%d][%s_LANES], "
                  "k[%d][%s_LANES];\n} %s_lanes;\n\n",
                  w->p.prefix, at_least_one(w->tape.fixed.count), w->p.prefix,
                  at_least_one(w->p.keeps), w->p.prefix, w->p.prefix);
    jd_write(w, "void @_lanes_set(@_lanes *to, int lane, const @_model *from) {\n");
    for (int n = 0; n < w->tape.fixed.count; n++)
        jd_text_print(w->out, "    to->number[%d][lane] = from->number.%s;\n", n,
                      w->p.fixed_name[n]);
    jd_text_print(w->out, "    for (int i = 0; i < %d; i++) to->k[i][lane] = from->k[i];\n}\n\n",
                  at_least_one(w->p.keeps));
    write_lane_sines(w);
    write_lane_rates(w);
    jd_write(w, "void @_lanes_rk4(const @_lanes *m, double *t, double (*y)[@_LANES], double h, int "
                "*code) {\n"
                "    static const double share[3] = {0.5, 0.5, 1.0}, weight[3] = {2.0, 2.0, 1.0};\n"
                "    double f[@_STATES][@_LANES], z[@_STATES][@_LANES], sum[@_STATES][@_LANES];\n"
                "    @_lanes_rates(m, *t, y, f, code);\n"
                "    for (int i = 0; i < @_STATES; i++)\n"
                "        for (int l = 0; l < @_LANES; l++) sum[i][l] = f[i][l];\n"
                "    for (int s = 0; s < 3; s++) {\n"
                "        for (int i = 0; i < @_STATES; i++)\n"
                "            for (int l = 0; l < @_LANES; l++) z[i][l] = y[i][l] + share[s] * h * "
                "f[i][l];\n"
                "        @_lanes_rates(m, *t + share[s] * h, z, f, code);\n"
                "        for (int i = 0; i < @_STATES; i++)\n"
                "            for (int l = 0; l < @_LANES; l++) sum[i][l] += weight[s] * f[i][l];\n"
                "    }\n"
                "    for (int i = 0; i < @_STATES; i++)\n"
                "        for (int l = 0; l < @_LANES; l++) y[i][l] += h / 6 * sum[i][l];\n"
                "    *t += h;\n"
                "}\n\n");
}

static void write_variants(Writer *w) {
    jd_write(
        w, "/* Many variants, each with its own numbers and state: so many steps of rk4. A lane "
           "that fails keeps its code and stands\n"
           " * still from there. */\n"
           "static inline @_FN void @_lane(@_model *model, double *state, double *time, double h, "
           "long steps, int *code) {\n"
           "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n"
           "    @_model m = *model;\n"
           "    double y[N], t = *time;\n"
           "    int failed = 0;\n"
           "    for (int i = 0; i < @_STATES; i++) y[i] = state[i];\n");
    jd_write(
        w, jd_has_events(w) || w->rec.instant.count
               ? "    failed = @_steps(&m, &t, y, t + (double)steps * h, h);\n"
               : "    for (long n = 0; n < steps && !failed; n++) failed = @_rk4(&m, &t, y, h);\n");
    jd_write(
        w, "    if (!failed && !@_finite(y, @_STATES)) failed = @_NO_NUMBER;\n"
           "    for (int i = 0; i < @_STATES; i++) state[i] = y[i];\n"
           "    *time = t;\n"
           "    *model = m;\n"
           "    *code = failed;\n"
           "}\n\n"
           "void @_batch(long lanes, @_model *m, double *y, double *t, double h, long steps, int "
           "*code) {\n"
           "    for (long n = 0; n < lanes; n++) @_lane(&m[n], &y[n * @_STATES], &t[n], h, steps, "
           "&code[n]);\n"
           "}\n\n");
    if (!w->cuda) return;
    const bool small = jd_print_size(&w->p, w->rec.rate, w->rec.states) <= SMALL_KERNEL;
    jd_write(w, "#ifdef __CUDACC__\nenum { @_THREADS = 128, @_BLOCKS = ");
    jd_text_print(w->out, "%d", small ? SMALL_BLOCKS : LARGE_BLOCKS);
    jd_write(
        w,
        " };\n"
        "/* The same on a GPU; all pointers are of its memory. */\n"
        "__global__ void __launch_bounds__(@_THREADS, @_BLOCKS) @_kernel(long lanes, @_model *m, "
        "double *y, double *t, double h, long "
        "steps, int *code) {\n"
        "    const long n = (long)blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (n < lanes) @_lane(&m[n], &y[n * @_STATES], &t[n], h, steps, &code[n]);\n"
        "}\n\n"
        "/* And with memory of the host; 0, or the number of a CUDA error. */\n"
        "static int @_batch_cuda(long lanes, @_model *m, double *y, double *t, double h, long "
        "steps, int *code) {\n"
        "    const size_t sizes[4] = {sizeof *m * (size_t)lanes, sizeof *y * (size_t)lanes * "
        "@_STATES, sizeof *t * (size_t)lanes,\n"
        "                             sizeof *code * (size_t)lanes};\n"
        "    void *const host[4] = {m, y, t, code};\n"
        "    void *device[4] = {0, 0, 0, 0};\n"
        "    cudaError_t failed = cudaSuccess;\n"
        "    for (int k = 0; k < 4 && !failed; k++) failed = cudaMalloc(&device[k], sizes[k]);\n"
        "    for (int k = 0; k < 3 && !failed; k++)\n"
        "        failed = cudaMemcpy(device[k], host[k], sizes[k], cudaMemcpyHostToDevice);\n"
        "    if (!failed) {\n"
        "        @_kernel<<<(unsigned)((lanes + @_THREADS - 1) / @_THREADS), @_THREADS>>>(\n"
        "            lanes, (@_model *)device[0], (double *)device[1], (double *)device[2], h, "
        "steps, (int *)device[3]);\n"
        "        failed = cudaDeviceSynchronize();\n"
        "    }\n"
        "    for (int k = 0; k < 4 && !failed; k++)\n"
        "        failed = cudaMemcpy(host[k], device[k], sizes[k], cudaMemcpyDeviceToHost);\n"
        "    for (int k = 0; k < 4; k++) cudaFree(device[k]);\n"
        "    return (int)failed;\n"
        "}\n"
        "#endif\n\n");
}

void jd_write_batch(Writer *w) {
    write_variants(w);
    write_lanes(w);
}
