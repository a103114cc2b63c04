// SPDX-License-Identifier: MIT
//
// The slider-crank, the seven-body mechanism and the chain of the bench, in Simbody. Prints CSV:
// what one evaluation of the accelerations costs, and the error and the time of runs over a ladder
// of accuracies, in the columns that `bench --precision` has.
#include <Simbody.h>
#include <ctime>
#include <memory>
#include <vector>

using namespace SimTK;

static double seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// ---- Mechanisms
// -----------------------------------------------------------------------------------------

// In the drawn position all body frames stand in the centres of mass and are parallel to the
// ground's.
struct Mechanism {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> body;
    std::vector<Vec3> at; // centres of mass as drawn; body 0 is the ground
    State start;
    double until = 0, reference = NaN; // angle of body 1 at the end

    Mechanism() {
        system.setUseUniformBackground(true);
        body.push_back(matter.Ground());
        at.push_back(Vec3(0));
    }
    int pin(int parent, Vec3 p, double mass, double inertia, Vec3 com) {
        Body::Rigid rigid(MassProperties(mass, Vec3(0), Inertia(inertia)));
        body.push_back(
            MobilizedBody::Pin(body[parent], Transform(p - at[parent]), rigid, Transform(p - com)));
        at.push_back(com);
        return int(body.size()) - 1;
    }
    int slider(Vec3 p, double mass, double inertia) {
        Body::Rigid rigid(MassProperties(mass, Vec3(0), Inertia(inertia)));
        body.push_back(MobilizedBody::Slider(body[0], Transform(p), rigid, Transform()));
        at.push_back(p);
        return int(body.size()) - 1;
    }
    // A hinge that closes a loop: two rows, as many as the plane needs.
    void close(int i, int j, Vec3 p) {
        Vec3 on_i = p - at[i], on_j = p - at[j];
        Constraint::PointInPlane(body[i], UnitVec3(1, 0, 0), on_i[0], body[j], on_j);
        Constraint::PointInPlane(body[i], UnitVec3(0, 1, 0), on_i[1], body[j], on_j);
    }
    void finish() {
        system.realizeTopology();
        start = system.getDefaultState();
    }
    double angle(const State &state) const {
        system.realize(state, Stage::Position);
        Vec3 x = body[1].getBodyRotation(state).x();
        return std::atan2(x[1], x[0]);
    }
};

static void slider_crank(Mechanism &m) {
    const double r = 0.153, l = 0.306, rate = 150;
    Force::UniformGravity(m.forces, m.matter, Vec3(0, -9.81, 0));
    int crank = m.pin(0, Vec3(0), 0.038, 7.4e-5, Vec3(r / 2, 0, 0));
    int rod = m.pin(crank, Vec3(r, 0, 0), 0.076, 5.9e-5, Vec3(r + l / 2, 0, 0));
    int slider = m.slider(Vec3(r + l, 0, 0), 0.038, 1.8e-6);
    m.close(rod, slider, Vec3(r + l, 0, 0));
    m.finish();
    m.start.updU() = Vector(3, 0.0);
    m.start.updU()[0] = rate;
    m.start.updU()[1] = -rate * r / l - rate;
    m.until = 0.13;
    m.reference = 12.710094805554134;
}

static Vec3 polar(double length, double angle) {
    return Vec3(length * std::cos(angle), length * std::sin(angle), 0);
}
static Vec3 turned(double angle, double x, double y) {
    return polar(x, angle) + polar(y, angle + Pi / 2);
}

// Data of the IVP test set.
static void seven_body(Mechanism &m) {
    const double beta = -0.0617138900142764496, gamma = 0.4552798191630703802,
                 phi = 0.2226683901658858846, delta = 0.4873649795438425502,
                 epsilon = 1.2305474445498211924;
    const Vec3 A(-0.06934, -0.00227, 0), B(-0.03635, 0.03273, 0), C(0.014, 0.072, 0);
    const Vec3 F = polar(0.007, beta), E = F - polar(0.028, beta), G = A + polar(0.04, delta);
    const Vec3 H = A + turned(epsilon, 0, -0.04), D = B + turned(gamma, 0.02, -0.018);
    int k1 = m.pin(0, Vec3(0), 0.04325, 2.194e-6, polar(0.00092, beta));
    int k2 = m.pin(k1, F, 0.00365, 4.410e-7, F - polar(0.0115, beta));
    int k3 = m.pin(0, B, 0.02373, 5.255e-6, B + turned(gamma, 0.01043, -0.01874));
    int k5 = m.pin(0, A, 0.07050, 1.169e-5, A + turned(delta, 0.02308, 0.00916));
    int k4 = m.pin(k5, G, 0.00706, 5.667e-7, G + turned(phi + delta, 0, -0.00579));
    int k7 = m.pin(0, A, 0.05498, 1.912e-5, A + turned(epsilon, -0.00449, -0.01228));
    int k6 = m.pin(k7, H, 0.00706, 5.667e-7, H + turned(epsilon - phi, 0.00579, 0));
    m.close(k2, k3, E);
    m.close(k2, k4, E);
    m.close(k2, k6, E);
    Force::ConstantTorque(m.forces, m.body[k1], Vec3(0, 0, 0.033));
    Force::TwoPointLinearSpring(m.forces, m.matter.Ground(), C, m.body[k3], D - m.at[k3], 4530,
                                0.07785);
    m.finish();
    m.until = 0.03;
    m.reference = 15.810771195153707 - beta; // its frame starts parallel to the ground's
}

static void chain(Mechanism &m, int n) {
    Force::UniformGravity(m.forces, m.matter, Vec3(0, -9.81, 0));
    for (int k = 0; k < n; k++) m.pin(k, Vec3(k, 0, 0), 1, 1.0 / 12, Vec3(k + 0.5, 0, 0));
    m.finish();
}

// ---- Measurements
// ---------------------------------------------------------------------------------------

static void evaluate(const Mechanism &m, const char *name) {
    State state = m.start;
    double best = Infinity;
    long times = 1;
    for (int round = 0; round < 7;) {
        double from = seconds();
        for (long k = 0; k < times; k++) {
            state.updQ()[0] += 1e-12;
            m.system.realize(state, Stage::Acceleration);
        }
        double took = seconds() - from;
        if (took < 0.02) {
            times *= 2;
            continue;
        }
        best = std::min(best, took / double(times));
        round++;
    }
    std::printf("%s,evaluation,,,,%.4g,,,,,done\n", name, best);
    std::fflush(stdout);
}

struct Point {
    double error, seconds;
    int steps, rejected, evaluations;
};

static Point run(const Mechanism &m, bool merson, double accuracy, bool tight) {
    std::unique_ptr<Integrator> by;
    if (merson)
        by.reset(new RungeKuttaMersonIntegrator(m.system));
    else
        by.reset(new RungeKuttaFeldbergIntegrator(m.system));
    by->setAccuracy(accuracy);
    if (tight) by->setConstraintTolerance(1e-10);
    by->setFinalTime(m.until);
    double from = seconds();
    by->initialize(m.start);
    while (by->getTime() < m.until) by->stepTo(m.until);
    double took = seconds() - from, off = m.angle(by->getState()) - m.reference;
    return {2 * std::fabs(std::sin(off / 2)), took / m.until, by->getNumStepsTaken(),
            by->getNumErrorTestFailures(), by->getNumRealizations()};
}

static void climb(const Mechanism &m, const char *name, bool merson, bool tight) {
    for (int k = 0; k <= 16; k++) {
        double accuracy = std::pow(10, -2 - 0.5 * k);
        Point best = {NaN, Infinity, 0, 0, 0};
        try {
            double spent = 0;
            for (int round = 0; round < 9 && (round == 0 || spent < 0.3); round++) {
                Point p = run(m, merson, accuracy, tight);
                spent += p.seconds * m.until;
                if (p.seconds < best.seconds) best = p;
            }
        } catch (const std::exception &) {
            std::printf("%s,%s,,%.3g,,,,,,,failed\n", name, merson ? "merson" : "fehlberg",
                        accuracy);
            continue;
        }
        std::printf("%s,%s,%s,%.3g,%.2e,%.4g,%d,%d,%d,,done\n", name,
                    merson ? "merson" : "fehlberg", tight ? "projection 1e-10" : "projection",
                    accuracy, best.error, best.seconds, best.steps, best.rejected,
                    best.evaluations);
        std::fflush(stdout);
    }
}

int main() {
    std::puts("case,stepper,stabilise,setting,error,seconds_per_second,steps,rejected,evaluations,"
              "worst_drift,end");
    Mechanism crank, seven, chain10, chain100, chain1000;
    slider_crank(crank);
    seven_body(seven);
    chain(chain10, 10);
    chain(chain100, 100);
    chain(chain1000, 1000);
    evaluate(crank, "slider-crank");
    evaluate(seven, "seven-body");
    evaluate(chain10, "chain-10");
    evaluate(chain100, "chain-100");
    evaluate(chain1000, "chain-1000");
    for (int kind = 0; kind < 4; kind++) {
        climb(crank, "slider-crank", kind % 2, kind / 2);
        climb(seven, "seven-body", kind % 2, kind / 2);
    }
    return 0;
}
