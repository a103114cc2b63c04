/* SPDX-License-Identifier: MIT
 *
 * Rolling without slip. A coin, and one that nearly lies flat and spins (Euler's disc), by
 * equations about the point of contact in which rolling is eliminated; a second formulation agrees
 * to 3e-12. A sphere on a slope in closed form: it moves as a body that glides with 5/7 of the
 * weight. And discs and spheres between random bodies, where the point of contact must rest on the
 * plane. */
#include "verify/reference.h"
#include "verify/two_bodies.h"

static const char *const disc_names[] = {
    "coin.x",       "coin.y",         "coin.z",         "coin.vx",        "coin.vy",
    "coin.vz",      "coin.matrix.xz", "coin.matrix.yz", "coin.matrix.zz", "roll.force.x",
    "roll.force.y", "roll.force.z",   "energy"};
static const double disc_rows[][1 + 13] = {
    {0.0, 0.0, 0.0, 0.09396926207859084, 0.834202014332567, 0.0, 0.0, 0.0, 0.9396926207859084,
     0.34202014332566877, 0.0, -1.2829995187261378, 4.286214013314842, 0.7224309946526549},
    {0.2, 0.16186710312439354, -0.059207645808837084, 0.06791323423560733, 0.6399275549443353,
     -0.7018591797614606, -0.1309288235168533, 0.4393922521109971, 0.5178370276630211,
     0.7340158455823371, -2.7616449160423704, -2.85798409561374, 6.85593059980276,
     0.7224309946526513},
    {0.4, 0.16736762301720984, -0.23208987291405023, 0.09197294595639594, -0.3504835417543038,
     -0.775303424878291, 0.07517321959699864, 0.7414966208642657, -0.544136968084956,
     0.39255282601222885, -1.0835509445959588, 0.7969181080676703, 4.12292140434691,
     0.7224309946526526},
    {0.6, 0.05345893151201122, -0.35658919233417674, 0.07864147247770692, -0.8046309458892954,
     -0.43211771487153494, -0.21294929395476872, 0.5609646015969255, -0.5511504650287399,
     0.6176988591974301, -1.2923348788767997, 1.6551360835262208, 4.598151287573863,
     0.7224309946526526},
    {0.8, -0.11262698232549095, -0.3197561243833031, 0.08520178087093094, -0.5928921620516886,
     0.662207023420786, 0.17056085230233067, -0.7805138209708969, -0.34166141372888986,
     0.5235128017939835, 1.410984485469195, 0.7671570270125061, 4.0668484688449675,
     0.7224309946526479},
    {1.0, -0.18028274762083082, -0.16645461404378054, 0.08849893257559344, -0.09040301266458595,
     0.8681862878885236, -0.13233996416991167, -0.8164768074526536, -0.3414260236037452,
     0.4656113113940179, 1.3697916703987092, 0.5045294043957633, 4.011660495545627,
     0.7224309946526466},
    {1.2, -0.10567942120289947, -0.0124736418224722, 0.07397057393933885, 0.8626436091419103,
     0.34370443541079815, 0.2113126476903806, -0.09319539715335995, 0.7338114191268406,
     0.6729304712289972, 0.6706774919175658, -2.618856739656936, 5.341006420757834,
     0.722430994652653},
    {1.4, 0.06440379366276562, -0.011434047833972342, 0.09325324111236044, 0.7983796280658814,
     -0.2631150316409758, -0.04328546958824409, 0.17151208182797378, 0.9166244070408759,
     0.3610862808304923, -0.22826683362889644, -1.2857751245106683, 4.217496531214266,
     0.7224309946526564},
    {1.6, 0.19445986543317972, -0.1261986432243383, 0.06610820396732225, 0.20572814121414018,
     -0.9346106531363586, 0.030718277285633172, 0.6493866380429542, 0.12380007071798216,
     0.7503136256402997, -4.40711736964326, -0.9050380397783025, 7.453816119221245,
     0.722430994652657},
    {1.8, 0.13320451736680292, -0.28831323487294647, 0.09367434618198503, -0.5661998808213283,
     -0.6163132449742581, 0.027345240975000948, 0.631769726330015, -0.6916323634382173,
     0.35001669494148846, -0.8640305001058286, 0.9613511693135558, 4.256397295812606,
     0.7224309946526557},
    {2.0, -0.017082472941068468, -0.36971487234416617, 0.07153191910837885, -0.9327052882555472,
     -0.08681890830352831, -0.19471433067219587, 0.21632885862572873, -0.681823562264062,
     0.6987978640975046, -0.6205692149152282, 3.074235214558853, 5.867999174610219,
     0.7224309946526488},
};
static const char *const flat_names[] = {
    "coin.x",         "coin.y",       "coin.z",       "coin.matrix.xz", "coin.matrix.yz",
    "coin.matrix.zz", "roll.force.x", "roll.force.y", "roll.force.z",   "energy"};
static const double flat_rows[][1 + 10] = {
    {0.0, 0.0, 0.0, 0.04226182617406995, 0.0, 0.42261826174069955, 0.9063077870366499,
     0.08585139768668767, 0.007250462296290117, 4.9016190539060736, 0.31144138607571964},
    {0.2, 0.0018071123476193988, -0.0022332192920159733, 0.04376078092469031, 0.052793932906096463,
     0.43441155067767306, 0.8991659498035532, 0.015278420578508145, -0.0010380874206648016,
     4.496963500316951, 0.31144138607571925},
    {0.4, 0.004568475522801333, -0.0013857024003221747, 0.04282950042980107, 0.09144596358187645,
     0.4184187453391821, 0.9036389706588395, -0.07481540273670562, 0.025130061132603743,
     4.7396405025578785, 0.31144138607571864},
    {0.6, 0.004644607357524322, 0.0015148120275521998, 0.040982045412603293, 0.1774649529759175,
     0.3694035666927481, 0.9121662103914681, -0.04514637891423323, 0.005195841966882497,
     5.309884632867667, 0.31144138607571814},
    {0.8, 0.0018427664739063183, 0.0025561270888626673, 0.04145246642562175, 0.2846830417443494,
     0.30130758871942614, 0.9100380776227279, 0.05080083911097688, -0.052756074114885365,
     5.1525242134063864, 0.3114413860757185},
    {1.0, 5.904350805896603e-05, 0.0003073377944650516, 0.04338989177384495, 0.34937863285885395,
     0.25729912886808626, 0.900961558106339, 0.03743261515076668, -0.04187502943648713,
     4.590312011486261, 0.31144138607571836},
    {1.2, 0.0015661935095016481, -0.002170338241922347, 0.04349019319776387, 0.36987909082474685,
     0.22875565262642406, 0.9004778229152106, -0.022191572706189433, 0.04400229862905869,
     4.564646208090113, 0.31144138607571825},
    {1.4, 0.004384383839748479, -0.0016408574603892824, 0.04159166526738681, 0.3851639391477626,
     0.1569566881391601, 0.9094027369810171, -0.03011263776671491, 0.07167958468466606,
     5.107625395875213, 0.3114413860757176},
    {1.6, 0.004760049482361464, 0.0013189321346310462, 0.04091182745837144, 0.40775204518358016,
     0.033407068817294716, 0.9124813627694783, -0.014081915674881706, -0.03529184786154416,
     5.334136779378645, 0.31144138607571703},
    {1.8, 0.002148975889947341, 0.002608490104714554, 0.04267838854360643, 0.4211369859925238,
     -0.06919627083186163, 0.9043536449487537, -0.004663459426921257, -0.08200585178411535,
     4.781679290261333, 0.3114413860757176},
    {2.0, 0.0001257992245875277, 0.0005530787826317149, 0.043782100962600184, 0.42275222691653097,
     -0.11387620957445625, 0.8990621577677866, 0.0022782148142717062, 0.0065346991930970155,
     4.491725949278428, 0.31144138607571686},
};
static void a_coin_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(disc_names, disc_rows);
    check_table("model/rolling_disc.jd", NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12}, &table,
                1e-8);
}

static void eulers_disc_agrees_at_all_times(void **state) {
    (void)state;
    const double a = 25 * pi / 180, turn = sqrt(4 * 9.81 / (0.1 * sin(a)));
    char text[1200];
    snprintf(
        text, sizeof text,
        "spatial\n"
        "gravity [0, 0, -9.81] m/s^2\n"
        "point C = [0, 0, %.17g]\n"
        "body coin { at C turned turn(x, -25 deg) mass 0.5 kg inertia [0.00125, 0.00125, 0.0025] "
        "kg*m^2 frame centre at C turned turn(x, -25 deg) }\n"
        "body table { at [0, 0, 0] m massless frame top at [0, 0, 0] m }\n"
        "joint fix : fixed ground -- table at [0, 0, 0] m\n"
        "joint roll : rolling-disc table.top -- coin.centre radius 0.1 m\n"
        "start coin.wx = 0.4, coin.wy = %.17g, coin.wz = %.17g\n"
        "run to 2 s\n",
        0.1 * sin(a), -turn * sin(a) * cos(a), turn * sin(a) * sin(a));
    const Table table = TABLE(flat_names, flat_rows);
    Case c = open_text(text, (JdCompileDef){0}, table_run(&table, (JdRunDef){.tol = 1e-13}));
    check_rows(&c, &table, 1e-7);
}

/* ---- How it is said -------------------------------------------------------------------------- */

/* The coin by its frames, its points, or both; in a part that is turned; by C calls. */
static const char *const ways[] = {
    "joint roll : rolling-disc table.top -- coin.centre radius 0.1 m\n",
    "joint roll : rolling-disc ground -- coin at O C radius 0.1 m\n",
    "joint roll : rolling-disc ground -- coin at O C axis z radius 0.1 m\n",
    "joint roll : rolling-disc table.top -- coin at C radius 0.1 m\n",
    "joint roll : rolling-disc table.top -- coin at C axis [0, cos(20 deg), sin(20 deg)] radius "
    "0.1 m\n",
    "joint roll : rolling-disc ground -- coin.centre at O radius 0.1 m\n",
    "joint roll : rolling-disc ground -- coin.centre at O axis z radius 0.1 m\n",
    "joint type coin-on-a-table {\n    field r m\n    lock d.zi - r*up.zi\n"
    "    lock vd.ahead - r*w.zj\n    lock vd.zj + r*w.ahead\n}\n"
    "joint roll : coin-on-a-table ground -- coin at O C r 0.1 m\n",
};
enum { WAYS = sizeof ways / sizeof *ways };

static void check_coin(Case *c) {
    const Table table = TABLE(disc_names, disc_rows);
    assert_false(said(c->log, "drawn-apart", NULL));
    assert_false(said(c->log, "start-singular", NULL));
    check_rows(c, &table, 1e-8);
}

static void a_disc_stands_as_its_body_is_drawn_however_it_is_said(void **state) {
    (void)state;
    const Table table = TABLE(disc_names, disc_rows);
    for (int n = 0; n < WAYS; n++) {
        char text[1600];
        snprintf(text, sizeof text,
                 "spatial\ngravity [0, 0, -9.81] m/s^2\n"
                 "point O = [0, 0, 0]\npoint C = [0, 0, 0.1*cos(20 deg)]\n"
                 "body coin { at C turned turn(x, -70 deg) mass 0.5 kg "
                 "inertia [0.00125, 0.00125, 0.0025] kg*m^2 frame centre local [0, 0, 0] m }\n"
                 "body table { at O massless frame top at O }\n"
                 "joint fix : fixed ground -- table at O\n%s"
                 "start coin.wx = 0, coin.wy = 8*cos(20 deg), coin.wz = 8*sin(20 deg) + 1\n"
                 "run to 2 s\n",
                 ways[n]);
        Case c = open_text(text, (JdCompileDef){0}, table_run(&table, (JdRunDef){.tol = 1e-12}));
        check_coin(&c);
    }
}

static void a_disc_stands_as_its_body_is_drawn_by_calls(void **state) {
    (void)state;
    const Table table = TABLE(disc_names, disc_rows);
    const double tilt = 20 * pi / 180, lean = 0.5 * (tilt - pi / 2);
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_new(JD_SPATIAL, log);
    jd_set_gravity(model, (JdVec3){0, 0, -9.81});
    const JdBody coin = jd_add_body(model, (JdBodyDef){.name = "coin",
                                                       .mass = 0.5,
                                                       .ixx = 0.00125,
                                                       .iyy = 0.00125,
                                                       .izz = 0.0025,
                                                       .at = {0, 0, 0.1 * cos(tilt)},
                                                       .attitude = {cos(lean), sin(lean), 0, 0}});
    const JdField fields[] = {{.name = "radius", .value = 0.1}, {NULL}};
    jd_add_joint(model, (JdJointDef){.name = "roll",
                                     .type = "rolling-disc",
                                     .i = jd_ground,
                                     .j = coin,
                                     .apart = true,
                                     .to = {0, 0, 0.1 * cos(tilt)},
                                     .fields = fields});
    jd_start(model, "coin.wx", 0);
    jd_start(model, "coin.wy", 8 * cos(tilt));
    jd_start(model, "coin.wz", 8 * sin(tilt) + 1);
    Case c = open_model(model, log, (JdCompileDef){0},
                        table_run(&table, (JdRunDef){.until = 2, .tol = 1e-12}));
    check_coin(&c);
}

/* One that does not roll falls over; whoever steps, rolling ends where it lies flat, at 0.2508 s.
 */
static void a_disc_that_falls_over_ends_the_run(void **state) {
    (void)state;
    static const char fallen[] =
        "spatial\ngravity [0, 0, -9.81] m/s^2\npoint C = [0, 0, 0.1*cos(20 deg)]\n"
        "body coin { at C turned turn(x, -70 deg) mass 0.5 kg "
        "inertia [0.00125, 0.00125, 0.0025] kg*m^2 }\n"
        "joint roll : rolling-disc ground -- coin at [0, 0, 0] C radius 0.1 m\n"
        "start coin.wx = 0.1\nrun to 2 s\n";
    static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler"};
    for (int n = 0; n < 4; n++) {
        JdMessage message = {0};
        Case c = open_text(fallen, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[n], .dt = n < 2 ? 0 : 2e-4});
        while (jd_run_next(c.run)) continue;
        assert_true(jd_run_failed(c.run));
        assert_true(said(c.log, "disc-flat", &message));
        check_contains(message.text, "'roll'");
        check_near(value(&c, "time"), 0.2508, 1e-3, steppers[n]);
        close_case(&c);
    }
}

static void a_sphere_on_a_slope_agrees_with_its_closed_form(void **state) {
    (void)state;
    const double s = sin(20 * pi / 180), k = cos(20 * pi / 180), m = 0.3, R = 0.05;
    const Vec3 n = {s, 0, k}, g = {0, 0, -9.81}, v0 = {-0.2 * k, 0.7, 0.2 * s};
    const Vec3 along = vec3_sub(g, vec3_scale(vec3_dot(g, n), n));
    const Vec3 w0 = vec3_add(vec3_scale(1 / R, vec3_cross(n, v0)), vec3_scale(6, n));
    Page page = {{0}, 0};
    put(&page, "spatial\ngravity [0, 0, -9.81] m/s^2\npoint C = ");
    put_vector(&page, vec3_scale(R, n));
    put(&page, "\nbody ball { at C mass 0.3 kg shape sphere diameter 0.1 m }\n");
    put(&page, "joint roll : rolling-sphere ground -- ball at [0, 0, 0] m, C axis ");
    put_vector(&page, n);
    put(&page, " radius 0.05 m\nstart ball.wx = %.17g, ball.wy = %.17g, ball.wz = %.17g\n", w0.x,
        w0.y, w0.z);
    put(&page, "run to 2 s every 0.2 s tol 1e-12\n");
    Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time");
        const Vec3 v = vec3_add(v0, vec3_scale(5 * t / 7, along));
        const Vec3 way = vec3_add(vec3_scale(t, v0), vec3_scale(5 * t * t / 14, along));
        const Vec3 w = vec3_add(vec3_scale(1 / R, vec3_cross(n, v)), vec3_scale(6, n));
        check_vector(vector(&c, "ball", ""), vec3_add(vec3_scale(R, n), way), 1e-11, "place");
        check_vector(vector(&c, "ball", "v"), v, 1e-11, "velocity");
        check_vector(vector(&c, "ball", "w"), w, 1e-9, "angular velocity");
        const Vec3 force = vec3_sub(vec3_scale(5 * m / 7, along), vec3_scale(m, g));
        check_vector(vector(&c, "roll", "force."), force, 1e-10, "force");
    }
    close_case(&c);
}

/* ---- Between random bodies ------------------------------------------------------------------- */

/* The velocity of the point of a body that is at this place now. */
static Vec3 velocity_at(const Case *c, const char *body, Vec3 place) {
    const Vec3 arm = vec3_sub(place, vector(c, body, ""));
    return vec3_add(vector(c, body, "v"), vec3_cross(vector(c, body, "w"), arm));
}

/* The plane has the normal z of b1.p, the disc the axis z of b2.p. */
static void check_contact(const Case *c, bool disc, double radius) {
    const Axes plane = attitude(c, "b1.p"), wheel = attitude(c, "b2.p");
    const Vec3 N = vector(c, "b2.p", ""), M = vector(c, "b1.p", "");
    Vec3 up = plane.z;
    if (disc) {
        up = vec3_sub(plane.z, vec3_scale(vec3_dot(plane.z, wheel.z), wheel.z));
        up = vec3_scale(1 / vec3_norm(up), up);
    }
    const Vec3 touch = vec3_sub(N, vec3_scale(radius, up));
    const Vec3 slip = vec3_sub(velocity_at(c, "b2", touch), velocity_at(c, "b1", touch));
    check_near(vec3_dot(vec3_sub(touch, M), plane.z), 0, 1e-12, "it touches the plane");
    check_vector(slip, vec3(0, 0, 0), 1e-11, "it does not slip");
    /* The reaction is a force at the point of contact, and no moment there. */
    const Vec3 force = vector(c, "j", "force."), arm = vec3_sub(touch, N);
    const Vec3 torque = vec3_sub(vector(c, "j", "torque."), vec3_cross(arm, force));
    check_vector(torque, vec3(0, 0, 0), 1e-12 * (1 + vec3_norm(force)), "no moment at the contact");
}

static void check_rolling(bool disc) {
    const Axes plane = any_axes();
    const Vec3 g = any_vector(10), M = any_vector(0.5);
    const double radius = check_uniform(0.2, 0.5), tilt = check_uniform(0.5, 2.5);
    const Axes about = jd_axes_about(AXIS_X, tilt), wheel = jd_axes_absolute(&plane, &about);
    const Vec3 N = vec3_add(vec3_add(M, vec3_scale(0.1, plane.x)),
                            vec3_scale(radius * (disc ? sin(tilt) : 1), plane.z));
    Page page = {{0}, 0};
    put(&page, "spatial\ngravity "), put_vector(&page, g), put(&page, " m/s^2\n");
    const Solid first = draw_solid(&page, "b1", M, M, &plane, vec3_add(M, any_vector(0.3)));
    const Solid second = draw_solid(&page, "b2", N, N, &wheel, vec3_add(N, any_vector(0.3)));
    draw_load(&page, "b1"), draw_load(&page, "b2"), draw_motion(&page, "b1");
    put(&page, "joint j : rolling-%s b1.p -- b2.p radius %.17g\n", disc ? "disc" : "sphere",
        radius);
    put(&page, "start b2.wx = 3, b2.wy = -1, b2.wz = 2\nrun to 0.3 s every 0.05 s tol 1e-12\n");
    Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        check_contact(&c, disc, radius);
        Load on_first = outer_load(&c, &first, g), on_second = outer_load(&c, &second, g);
        add_reaction(&c, &first, &on_first, "j", true);
        add_reaction(&c, &second, &on_second, "j", false);
        check_newton_euler(&c, &first, &on_first, 1e-11, "the plane's body");
        check_newton_euler(&c, &second, &on_second, 1e-11, "the body that rolls");
        check_near(value(&c, "power.balance"), 0, 1e-9, "power");
        check_near(value(&c, "power.locks"), 0, 1e-9, "power");
    }
    close_case(&c);
}

static void the_point_of_contact_rests_on_the_plane(void **state) {
    (void)state;
    for (int k = 0; k < 24; k++) {
        check_seed((uint64_t)k + 500);
        check_rolling(k % 2 == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coin_agrees_at_all_times),
        cmocka_unit_test(eulers_disc_agrees_at_all_times),
        cmocka_unit_test(a_disc_stands_as_its_body_is_drawn_however_it_is_said),
        cmocka_unit_test(a_disc_stands_as_its_body_is_drawn_by_calls),
        cmocka_unit_test(a_disc_that_falls_over_ends_the_run),
        cmocka_unit_test(a_sphere_on_a_slope_agrees_with_its_closed_form),
        cmocka_unit_test(the_point_of_contact_rests_on_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
