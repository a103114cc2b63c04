// SPDX-License-Identifier: MIT
//
// The problems in Simbody: the integrator of Runge, Kutta and Fehlberg, the better one of its two on all of them, with a ladder of
// accuracies; with its own tolerance of the projection and with a tight one in every step. Loops are cut where the fewest equations are
// left.
//
//     simbody PROBLEM [METHOD SETTING]
#include "mechanisms.h"
#include <Simbody.h>
#include <memory>
#include <vector>

using namespace SimTK;

struct Mechanism : Builder {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> body;
    std::vector<Vec3> centre;
    std::vector<std::pair<int, double>> rates;
    State start;

    static Vec3 vec(Point p) { return Vec3(p.x, p.y, p.z); }
    Mechanism() {
        system.setUseUniformBackground(true);
        body.push_back(matter.Ground());
        centre.push_back(Vec3(0));
    }
    void gravity(Point g) override { Force::UniformGravity(forces, matter, vec(g)); }
    static Body::Rigid rigid(const Solid &s) { return Body::Rigid(MassProperties(s.mass, Vec3(0), Inertia(vec(s.moments)))); }
    int add(const MobilizedBody &mobilized, const Solid &made) {
        body.push_back(mobilized);
        centre.push_back(vec(made.centre));
        return int(body.size()) - 1;
    }
    int hinge(int parent, Point at, Point axis, Solid made) override {
        const Rotation frame(UnitVec3(vec(axis)), ZAxis);
        return add(MobilizedBody::Pin(body[parent], Transform(frame, vec(at) - centre[parent]), rigid(made),
                                      Transform(frame, vec(at - made.centre))), made);
    }
    int slide(int parent, Point axis, Solid made) override {
        const Rotation frame(UnitVec3(vec(axis)), XAxis);
        return add(MobilizedBody::Slider(body[parent], Transform(frame, vec(made.centre) - centre[parent]), rigid(made), Transform(frame)), made);
    }
    void close_flat(int i, int j, Point at) override { // two rows, as many as the plane needs
        const Vec3 on_i = vec(at) - centre[i], on_j = vec(at) - centre[j];
        Constraint::PointInPlane(body[i], UnitVec3(1, 0, 0), on_i[0], body[j], on_j);
        Constraint::PointInPlane(body[i], UnitVec3(0, 1, 0), on_i[1], body[j], on_j);
    }
    // Of five rows one repeats the others: with it Simbody is three times as slow and goes wrong at loose accuracies.
    void close_hinge(int i, int j, Point at, Point axis) override {
        Constraint::Ball(body[i], vec(at) - centre[i], body[j], vec(at) - centre[j]);
        Constraint::ConstantAngle(body[i], UnitVec3(vec(axis)), body[j], UnitVec3(0, 1, 0), Pi / 2);
    }
    void torque(int b, double about_z) override { Force::ConstantTorque(forces, body[b], Vec3(0, 0, about_z)); }
    void spring(Point ground, int b, Point at, double stiffness, double rest) override {
        Force::TwoPointLinearSpring(forces, matter.Ground(), vec(ground), body[b], vec(at) - centre[b], stiffness, rest);
    }
    void rate(int b, double value) override { rates.push_back({b, value}); }
    void finish() {
        system.realizeTopology();
        start = system.getDefaultState();
        for (const auto &r : rates) body[r.first].setOneU(start, 0, r.second);
        // What follows for the others, of least size.
        system.realize(start, Stage::Velocity);
        system.projectU(start, 1e-12);
    }
    double error(const State &state) const {
        system.realize(state, Stage::Position);
        const Vec3 now = body[shown].findStationLocationInGround(state, vec(mark) - centre[shown]);
        return (now - vec(goal)).norm() / length;
    }
};

static void print_all_in(const Mechanism &m, const char *name) { // an evaluation alone: no steps are counted
    State state = m.start;
    double best = Infinity, spent = 0;
    for (long times = 1; spent < 3 * enough;) {
        const double from = seconds();
        for (long k = 0; k < times; k++) {
            state.updQ()[0] += 1e-12;
            m.system.realize(state, Stage::Acceleration);
        }
        const double took = seconds() - from;
        spent += took;
        if (took > 0.02 || spent > enough) best = std::min(best, took / double(times));
        if (took < 0.02) times *= 2;
    }
    std::printf("%s,simbody,evaluation,all-in,,%.4g,,,done\n", name, best);
}

// false: it took too long, or would.
static bool rung(const Mechanism &m, const char *name, const char *method, double accuracy) {
    double least = Infinity, spent = 0, error = NaN;
    int steps = 0, evaluations = 0;
    const char *end = "done";
    try {
        while (spent < enough && spent < longest) {
            std::unique_ptr<Integrator> by(new RungeKuttaFeldbergIntegrator(m.system));
            by->setAccuracy(accuracy);
            if (std::strstr(method, "tight")) {
                by->setConstraintTolerance(1e-10);
                by->setProjectEveryStep(true);
            }
            by->setFinalTime(m.until);
            const double from = seconds();
            by->initialize(m.start);
            while (by->getTime() < m.until && seconds() - from < longest) by->stepTo(m.until, by->getTime() + m.until / 20);
            const double took = seconds() - from;
            if (by->getTime() < m.until) end = "given up";
            else error = m.error(by->getState());
            least = std::min(least, took), spent += took;
            steps = by->getNumStepsTaken(), evaluations = by->getNumRealizations();
        }
    } catch (const std::exception &) {
        end = "failed";
    }
    std::printf("%s,simbody,%s,%.3g,%.3e,%.4g,%d,%d,%s\n", name, method, accuracy, error, least / m.until, steps, evaluations, end);
    std::fflush(stdout);
    return std::strcmp(end, "given up") != 0;
}

int main(int argc, char **argv) {
    Mechanism m;
    if (argc < 2 || !build(m, argv[1])) return 2;
    m.finish();
    if (m.until == 0) return print_all_in(m, argv[1]), 0;
    if (argc == 4) return rung(m, argv[1], argv[2], std::atof(argv[3])), 0;
    const char *const methods[] = {"fehlberg", "fehlberg-tight"};
    for (const char *method : methods)
        for (int k = 0; k <= 12; k++)
            if (!rung(m, argv[1], method, std::pow(10, -4 - 0.5 * k))) break;
    return 0;
}
