// SPDX-License-Identifier: MIT
//
// The problems in MuJoCo, with its rk4 and a ladder of steps. Loops are equalities, as stiff as the step allows.
//
//     mujoco PROBLEM [METHOD SETTING]
#include "mechanisms.h"
#include <cstdarg>
#include <mujoco/mujoco.h>
#include <string>
#include <vector>

static std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static std::string text(const char *format, ...) {
    char room[600];
    va_list list;
    va_start(list, format);
    std::vsnprintf(room, sizeof room, format, list);
    va_end(list);
    return room;
}
static std::string three(Point p) { return text("%.17g %.17g %.17g", p.x, p.y, p.z); }

struct Mechanism : Builder {
    struct Part {
        int parent;
        Solid made;
        std::string joint;
    };
    std::vector<Part> part{{-1, {}, ""}};
    std::vector<std::pair<int, double>> rates, torques;
    std::string loops, tendons;
    Point g{};

    void gravity(Point by) override { g = by; }
    int add(int parent, const Solid &made, std::string joint) {
        part.push_back({parent, made, joint});
        return int(part.size()) - 1;
    }
    int hinge(int parent, Point at, Point axis, Solid made) override {
        return add(parent, made, "<joint type='hinge' pos='" + three(at - made.centre) + "' axis='" + three(axis) + "'/>");
    }
    int slide(int parent, Point axis, Solid made) override { return add(parent, made, "<joint type='slide' axis='" + three(axis) + "'/>"); }
    std::string name(int body) const { return body ? text("b%d", body) : "world"; }
    void close_flat(int i, int j, Point at) override {
        loops += "<connect body1='" + name(i) + "' body2='" + name(j) + "' anchor='" + three(at - part[i].made.centre) + "'/>";
    }
    void close_hinge(int i, int j, Point at, Point axis) override { // two points of the axis; the first body must not be the world
        if (i == 0) std::swap(i, j);
        close_flat(i, j, at - 0.5 * axis), close_flat(i, j, at + 0.5 * axis);
    }
    void torque(int body, double about_z) override { torques.push_back({body, about_z}); }
    void spring(Point ground, int body, Point at, double stiffness, double rest) override {
        part[0].joint += "<site name='ground' pos='" + three(ground) + "'/>";
        part[body].joint += "<site name='end' pos='" + three(at - part[body].made.centre) + "'/>";
        tendons += text("<spatial stiffness='%.17g' springlength='%.17g'><site site='ground'/><site site='end'/></spatial>", stiffness, rest);
    }
    void rate(int body, double value) override { rates.push_back({body, value}); }

    std::string tree(int at) const {
        std::string to = part[at].joint;
        const Solid &s = part[at].made;
        if (at)
            to = text("<body name='b%d' pos='", at) + three(s.centre - part[part[at].parent].made.centre) + "'>" + to +
                 text("<inertial pos='0 0 0' mass='%.17g' diaginertia='", s.mass) + three(s.moments) + "'/>";
        for (size_t k = 1; k < part.size(); k++)
            if (part[k].parent == at) to += tree(int(k));
        return at ? to + "</body>" : to;
    }
    mjModel *model(double step) const {
        const std::string stiff = text("<default><equality solref='%.17g 1' solimp='0.9999 0.9999 0.001'/></default>", 2 * step);
        const std::string all = text("<mujoco><option timestep='%.17g' integrator='RK4' iterations='50' tolerance='1e-12' gravity='", step) + three(g) +
                                "'><flag contact='disable' limit='disable' frictionloss='disable' filterparent='disable'/></option>"
                                "<compiler boundmass='0' boundinertia='0'/>" + stiff + "<worldbody>" + tree(0) + "</worldbody><equality>" +
                                loops + "</equality><tendon>" + tendons + "</tendon></mujoco>";
        static mjVFS files;
        mj_defaultVFS(&files);
        mj_makeEmptyFileVFS(&files, "model.xml", int(all.size()));
        std::memcpy(files.filedata[0], all.data(), all.size());
        char why[500] = "";
        mjModel *m = mj_loadXML("model.xml", &files, why, sizeof why);
        mj_deleteVFS(&files);
        if (!m) std::fprintf(stderr, "%s\n", why);
        return m;
    }
    void begin(const mjModel *m, mjData *d) const {
        mj_resetData(m, d);
        for (const auto &r : rates) d->qvel[m->jnt_dofadr[m->body_jntadr[mj_name2id(m, mjOBJ_BODY, name(r.first).c_str())]]] = r.second;
        for (const auto &t : torques) d->xfrc_applied[6 * mj_name2id(m, mjOBJ_BODY, name(t.first).c_str()) + 5] = t.second;
    }
    double error(const mjModel *m, mjData *d) const {
        mj_kinematics(m, d);
        const int b = mj_name2id(m, mjOBJ_BODY, name(shown).c_str());
        const Point r = mark - part[shown].made.centre;
        const double *R = d->xmat + 9 * b, *x = d->xpos + 3 * b;
        const Point off = Point{x[0] + R[0] * r.x + R[1] * r.y + R[2] * r.z, x[1] + R[3] * r.x + R[4] * r.y + R[5] * r.z,
                                x[2] + R[6] * r.x + R[7] * r.y + R[8] * r.z} - goal;
        return std::sqrt(off.x * off.x + off.y * off.y + off.z * off.z) / length;
    }
};

static int print_all_in(const Mechanism &b, const char *name) { // an evaluation alone: no steps are counted
    mjModel *m = b.model(1e-4);
    if (!m) return 1;
    mjData *d = mj_makeData(m);
    double best = INFINITY, spent = 0;
    for (long times = 1; spent < 3 * enough;) {
        const double from = seconds();
        for (long k = 0; k < times; k++) d->qpos[0] += 1e-12, mj_forward(m, d);
        const double took = seconds() - from;
        spent += took;
        if (took > 0.02 || spent > enough) best = std::fmin(best, took / double(times));
        if (took < 0.02) times *= 2;
    }
    std::printf("%s,mujoco,evaluation,all-in,,%.4g,,,done\n", name, best);
    mj_deleteData(d), mj_deleteModel(m);
    return 0;
}

static const double at_most = 0.5; // seconds: loops are never so stiff that more steps would help

static bool rung(const Mechanism &b, const char *name, double step) {
    mjModel *m = b.model(step);
    if (!m) return false;
    mjData *d = mj_makeData(m);
    const long count = std::lround(b.until / step);
    double least = INFINITY, spent = 0, error = NAN;
    const char *end = "done";
    while (spent < enough) {
        b.begin(m, d);
        const double from = seconds();
        long k = 0;
        for (; k < count && (k % 64 || seconds() - from < at_most); k++) mj_step(m, d);
        const double took = seconds() - from;
        if (k < count) end = "given up";
        else error = b.error(m, d);
        least = std::fmin(least, took), spent += took;
    }
    std::printf("%s,mujoco,rk4,%.17g,%.3e,%.4g,%ld,%ld,%s\n", name, step, error, least / b.until, count, 4 * count, end);
    std::fflush(stdout);
    mj_deleteData(d), mj_deleteModel(m);
    return !std::strcmp(end, "done") && !(error < 1e-8);
}

int main(int argc, char **argv) {
    Mechanism b;
    mju_user_warning = [](const char *) {};
    if (argc < 2 || !build(b, argv[1])) return 2;
    if (b.until == 0) return print_all_in(b, argv[1]);
    if (argc == 4) return rung(b, argv[1], std::atof(argv[3])), 0;
    const double finer = b.loops.empty() ? 0.25 : 0.5; // powers of two between steps
    for (int k = 0; k < 60; k++)
        if (!rung(b, argv[1], b.until / std::floor(16 * std::pow(2, finer * k)))) break;
    return 0;
}
