/* SPDX-License-Identifier: MIT
 *
 * Mechanisms of textbooks, most of them with more locks than they need: couplings of Oldham and
 * Schmidt, Roberval's balance, planets, a differential, doors, tables, rails, screws, Bricard's
 * loops. Freedoms and locks that are too many are known by hand; all of them move, none stands in
 * or passes a singular position here, and what is said is that and nothing else, under every form,
 * in the plane and, for planar ones, in space. All forms end in the same place. */
#include "verify/verify.h"

typedef struct {
    const char *name;
    int freedoms, redundant;
    int in_space; /* redundant locks of a planar one that is made to move in space; -1: it is
                     spatial */
    const char *text;
} Mechanism;

// clang-format off
static const Mechanism mechanisms[] = {
    {"oldham", 1, 0, 3,
     "planar\n"
     "point A = [0, 0]\n"
     "point B = [0.1, 0]\n"
     "body in { at A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body disc { at [0.05, 0.05] mass 0.5 kg inertia 0.002 kg*m^2 }\n"
     "body out { at B mass 1 kg inertia 0.02 kg*m^2 }\n"
     "joint jA : revolute ground -- in at A\n"
     "joint s1 : prismatic in -- disc at A [0.05, 0.05] axis [1, 1]\n"
     "joint s2 : prismatic disc -- out at [0.05, 0.05] B axis [1, -1]\n"
     "joint jB : revolute ground -- out at B\n"
     "start jA.rate = 5\n"
     "output jA.rate, jB.rate, disc.x, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"schmidt", 1, 2, 17,
     "planar\n"
     "point O = [0, 0]\n"
     "point Q = [0.5, 0]\n"
     "body a { at [0, 0] mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body b { at [0.25, 0.14999999999999999] mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body c { at [0.5, 0] mass 1 kg inertia 0.02 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\n"
     "joint jQ : revolute ground -- c at Q\n"
     "body l0 { link [0.19106729782512122, 0.059104041332267911] [0.44106729782512122, "
     "0.2091040413322679] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "body r0 { link [0.44106729782512122, 0.2091040413322679] [0.69106729782512122, "
     "0.059104041332267911] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "joint la0 : revolute a -- l0 at [0.19106729782512122, 0.059104041332267911]\n"
     "joint lb0 : revolute l0 -- b at [0.44106729782512122, 0.2091040413322679]\n"
     "joint rb0 : revolute b -- r0 at [0.44106729782512122, 0.2091040413322679]\n"
     "joint rc0 : revolute r0 -- c at [0.69106729782512122, 0.059104041332267911]\n"
     "body l1 { link [-0.14671925017263002, 0.1359171130828683] [0.10328074982736998, "
     "0.28591711308286827] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "body r1 { link [0.10328074982736998, 0.28591711308286827] [0.35328074982737001, "
     "0.1359171130828683] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "joint la1 : revolute a -- l1 at [-0.14671925017263002, 0.1359171130828683]\n"
     "joint lb1 : revolute l1 -- b at [0.10328074982736998, 0.28591711308286827]\n"
     "joint rb1 : revolute b -- r1 at [0.10328074982736998, 0.28591711308286827]\n"
     "joint rc1 : revolute r1 -- c at [0.35328074982737001, 0.1359171130828683]\n"
     "body l2 { link [-0.044348047652491257, -0.19502115441513612] [0.20565195234750874, "
     "-0.045021154415136128] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "body r2 { link [0.20565195234750874, -0.045021154415136128] [0.45565195234750877, "
     "-0.19502115441513612] mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
     "joint la2 : revolute a -- l2 at [-0.044348047652491257, -0.19502115441513612]\n"
     "joint lb2 : revolute l2 -- b at [0.20565195234750874, -0.045021154415136128]\n"
     "joint rb2 : revolute b -- r2 at [0.20565195234750874, -0.045021154415136128]\n"
     "joint rc2 : revolute r2 -- c at [0.45565195234750877, -0.19502115441513612]\n"
     "start jO.rate = 4\n"
     "output jO.rate, jQ.rate, b.x, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"roberval", 1, 1, 7,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point Q = [0, -0.5]\n"
     "point A = [0.59999999999999998, 0]\n"
     "point B = [0.59999999999999998, -0.5]\n"
     "point C = [-0.59999999999999998, 0]\n"
     "point D = [-0.59999999999999998, -0.5]\n"
     "body top { link C A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body low { link D B mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body r { link A B mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body l { link C D mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- top at O\n"
     "joint jQ : revolute ground -- low at Q\n"
     "joint jA : revolute top -- r at A\n"
     "joint jB : revolute low -- r at B\n"
     "joint jC : revolute top -- l at C\n"
     "joint jD : revolute low -- l at D\n"
     "start jO.rate = 1\n"
     "output r.y, l.y, r.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"scotch", 1, 0, 1,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point A = [0.2, 0.1]\n"
     "body crank { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body yoke { at [0.2, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- crank at O\n"
     "joint pin : pin-in-slot crank -- yoke at A axis y\n"
     "joint rail : prismatic ground -- yoke at [0.2, 0] axis x\n"
     "start jO.rate = 6\n"
     "output yoke.x, jO.angle, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"scotch block", 1, 0, 3,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point A = [0.2, 0.1]\n"
     "body crank { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body block { at A mass 0.1 kg inertia 0.001 kg*m^2 }\n"
     "body yoke { at [0.2, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- crank at O\n"
     "joint pin : revolute crank -- block at A\n"
     "joint slot : prismatic yoke -- block at A axis y\n"
     "joint rail : prismatic ground -- yoke at [0.2, 0] axis x\n"
     "start jO.rate = 6\n"
     "output yoke.x, jO.angle, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"trammel crank", 1, 1, 7,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point A = [0.4, 0]\n"
     "point B = [0, 0.3]\n"
     "point M = [0.2, 0.15]\n"
     "body bar { link A B mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body crank { link O M mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body a { at A mass 0.1 kg inertia 1e-3 kg*m^2 }\n"
     "body b { at B mass 0.1 kg inertia 1e-3 kg*m^2 }\n"
     "joint sa : prismatic ground -- a at A axis x\n"
     "joint sb : prismatic ground -- b at B axis y\n"
     "joint ja : revolute a -- bar at A\n"
     "joint jb : revolute b -- bar at B\n"
     "joint jO : revolute ground -- crank at O\n"
     "joint jM : revolute crank -- bar at M\n"
     "start jO.rate = 3\n"
     "output bar.x, bar.y, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"planetary3", 2, 6, 12,
     "planar\n"
     "body sun { at [0, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body carrier { at [0, 0] mass 1 kg inertia 0.05 kg*m^2 }\n"
     "body ring { at [0, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
     "joint js : revolute ground -- sun at [0, 0]\n"
     "joint jc : revolute ground -- carrier at [0, 0]\n"
     "joint jr : revolute ground -- ring at [0, 0]\n"
     "joint cs : revolute carrier -- sun at [0, 0]\n"
     "joint cr : revolute carrier -- ring at [0, 0]\n"
     "body p0 { at [0.29999999999999999, 0] mass 0.2 kg inertia 0.001 kg*m^2 }\n"
     "joint jp0 : revolute carrier -- p0 at [0.29999999999999999, 0]\n"
     "joint gs0 : gear cs.angle -- jp0.angle ratio 0.5\n"
     "joint gr0 : belt cr.angle -- jp0.angle ratio 0.25\n"
     "body p1 { at [-0.14999999999999994, 0.25980762113533162] mass 0.2 kg inertia 0.001 "
     "kg*m^2 }\n"
     "joint jp1 : revolute carrier -- p1 at [-0.14999999999999994, 0.25980762113533162]\n"
     "joint gs1 : gear cs.angle -- jp1.angle ratio 0.5\n"
     "joint gr1 : belt cr.angle -- jp1.angle ratio 0.25\n"
     "body p2 { at [-0.15000000000000013, -0.25980762113533151] mass 0.2 kg inertia 0.001 "
     "kg*m^2 }\n"
     "joint jp2 : revolute carrier -- p2 at [-0.15000000000000013, -0.25980762113533151]\n"
     "joint gs2 : gear cs.angle -- jp2.angle ratio 0.5\n"
     "joint gr2 : belt cr.angle -- jp2.angle ratio 0.25\n"
     "start js.rate = 10, jc.rate = 2\n"
     "output js.rate, jc.rate, jr.rate, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"twin rails", 1, 2, 5,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "body s { at [0, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
     "joint r1 : prismatic ground -- s at [0, 0.2] axis x\n"
     "joint r2 : prismatic ground -- s at [0, -0.2] axis x\n"
     "start r1.speed = 1\n"
     "output s.x, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"watt six", 1, 0, 6,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point A = [0.29999999999999999, 0.59999999999999998]\n"
     "point B = [1.1000000000000001, 0.90000000000000002]\n"
     "point C = [1.5, 0]\n"
     "point D = [1.8999999999999999, 1.1000000000000001]\n"
     "point E = [2.6000000000000001, 0.69999999999999996]\n"
     "point F = [2.7000000000000002, 0]\n"
     "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body c { link C B D mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body d { link D E mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body e { link F E mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\n"
     "joint jA : revolute a -- b at A\n"
     "joint jB : revolute b -- c at B\n"
     "joint jC : revolute ground -- c at C\n"
     "joint jD : revolute c -- d at D\n"
     "joint jE : revolute d -- e at E\n"
     "joint jF : revolute ground -- e at F\n"
     "start jO.rate = 3\n"
     "output jO.angle, jF.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"geared five", 1, 0, 3,
     "planar\n"
     "gravity [0, -9.81] m/s^2\n"
     "point O = [0, 0]\n"
     "point A = [0.20000000000000001, 0.5]\n"
     "point B = [0.59999999999999998, 0.90000000000000002]\n"
     "point C = [1.1000000000000001, 0.5]\n"
     "point D = [1, 0]\n"
     "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body c { link B C mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body d { link D C mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\n"
     "joint jA : revolute a -- b at A\n"
     "joint jB : revolute b -- c at B\n"
     "joint jC : revolute c -- d at C\n"
     "joint jD : revolute ground -- d at D\n"
     "joint g : gear jO.angle -- jD.angle ratio 1\n"
     "start jO.rate = 2\n"
     "output jO.angle, jD.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"differential", 2, 1, -1,
     "spatial\n"
     "body case { at [0, 0, 0] mass 5 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
     "body left { at [0, 0.3, 0] mass 2 kg inertia [0.05, 0.05, 0.05] kg*m^2 }\n"
     "body right { at [0, -0.3, 0] mass 2 kg inertia [0.05, 0.05, 0.05] kg*m^2 }\n"
     "body star { at [0.1, 0, 0] mass 0.5 kg inertia [0.002, 0.002, 0.002] kg*m^2 }\n"
     "body star2 { at [-0.1, 0, 0] mass 0.5 kg inertia [0.002, 0.002, 0.002] kg*m^2 }\n"
     "joint jc : revolute ground -- case at [0, 0, 0] axis y\n"
     "joint jl : revolute case -- left at [0, 0.3, 0] axis y\n"
     "joint jr : revolute case -- right at [0, -0.3, 0] axis y\n"
     "joint js : revolute case -- star at [0.1, 0, 0] axis x\n"
     "joint jt : revolute case -- star2 at [-0.1, 0, 0] axis x\n"
     "joint g1 : gear jl.angle -- js.angle ratio 0.5\n"
     "joint g2 : belt jr.angle -- js.angle ratio 0.5\n"
     "joint g3 : belt jl.angle -- jt.angle ratio 0.5\n"
     "joint g4 : gear jr.angle -- jt.angle ratio 0.5\n"
     "start jc.rate = 3, jl.rate = 1\n"
     "output left.wy, right.wy, case.wy, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"door3", 1, 10, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body door { at [0.4, 0, 1] mass 20 kg inertia [7, 8, 1] kg*m^2 }\n"
     "joint h1 : revolute ground -- door at [0, 0, 0.2] axis z\n"
     "joint h2 : revolute ground -- door at [0, 0, 1] axis z\n"
     "joint h3 : revolute ground -- door at [0, 0, 1.8] axis z\n"
     "start h1.rate = 1\n"
     "output door.x, h2.force, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"table4", 3, 1, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body table { at [0, 0, 0.7] mass 20 kg inertia [3, 3, 5] kg*m^2 }\n"
     "repeat k from 0 to 3 {\n"
     "  joint leg[k] : point ground -- table at [0.5*(1 - 2*floor(k/2)), 0.4*(1 - 2*(k - "
     "2*floor(k/2))), 0] axis z\n"
     "}\n"
     "start table.vx = 1\n"
     "output table.x, leg[0].force, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"carriage", 1, 11, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body c { at [0, 0, 0] mass 3 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
     "joint b1 : cylindrical ground -- c at [0.1, 0.2, 0] axis x\n"
     "joint b2 : cylindrical ground -- c at [-0.1, 0.2, 0] axis x\n"
     "joint b3 : cylindrical ground -- c at [0.1, -0.2, 0] axis x\n"
     "joint b4 : cylindrical ground -- c at [-0.1, -0.2, 0] axis x\n"
     "start c.vx = 1\n"
     "output c.x, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"gimbal ring", 3, 10, -1,
     "spatial\n"
     "point O = [0, 0, 0]\n"
     "body outer { at O mass 1 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
     "body inner { at O mass 1 kg inertia [0.05, 0.05, 0.05] kg*m^2 }\n"
     "body rotor { at O mass 2 kg inertia [0.02, 0.02, 0.04] kg*m^2 }\n"
     "joint a1 : revolute ground -- outer at [0.3, 0, 0] axis x\n"
     "joint a2 : revolute ground -- outer at [-0.3, 0, 0] axis x\n"
     "joint b1 : revolute outer -- inner at [0, 0.2, 0] axis y\n"
     "joint b2 : revolute outer -- inner at [0, -0.2, 0] axis y\n"
     "joint c : revolute inner -- rotor at O axis z\n"
     "start c.rate = 100, b1.rate = 1\n"
     "output outer.wx, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"two screws", 1, 4, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body plate { at [0, 0, 0] mass 10 kg inertia [1, 1, 1] kg*m^2 }\n"
     "body s1 { at [0.5, 0, 0.5] mass 2 kg inertia [0.1, 0.1, 0.01] kg*m^2 }\n"
     "body s2 { at [-0.5, 0, 0.5] mass 2 kg inertia [0.1, 0.1, 0.01] kg*m^2 }\n"
     "joint r1 : revolute ground -- s1 at [0.5, 0, 0.5] axis z\n"
     "joint r2 : revolute ground -- s2 at [-0.5, 0, 0.5] axis z\n"
     "joint n1 : screw s1 -- plate at [0.5, 0, 0] axis z pitch 20 mm\n"
     "joint n2 : screw s2 -- plate at [-0.5, 0, 0] axis z pitch 20 mm\n"
     "joint sync : belt r1.angle -- r2.angle ratio 1\n"
     "start r1.rate = 3\n"
     "output plate.z, r2.rate, energy\n"
     "run to 2 s every 0.1 s\n"},
    {"wren3", 3, 0, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body top { at [0, 0, 0.5] mass 2 kg inertia [0.1, 0.1, 0.2] kg*m^2 }\n"
     "joint l0 : rod ground -- top at [0.29999999999999999, 0, 0] [0.40000000000000002, "
     "0.050000000000000003, 0.5]\n"
     "joint l1 : rod ground -- top at [-0.14999999999999994, 0.25980762113533162, 0] "
     "[-0.049999999999999933, 0.30980762113533161, 0.5]\n"
     "joint l2 : rod ground -- top at [-0.15000000000000013, -0.25980762113533151, 0] "
     "[-0.050000000000000128, -0.20980762113533152, 0.5]\n"
     "start top.vx = 0.2\n"
     "output top.x, top.z, top.wz, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"bricard linesym", 1, 1, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body b1 { link [0.59999999999999998, 0.10000000000000001, 0.10000000000000001] "
     "[0.29999999999999999, 0.5, 0.40000000000000002] mass 1 kg shape box width 0.05 m "
     "height 0.05 m }\n"
     "body b2 { link [0.29999999999999999, 0.5, 0.40000000000000002] "
     "[-0.20000000000000001, 0.59999999999999998, -0.10000000000000001] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "body b3 { link [-0.20000000000000001, 0.59999999999999998, -0.10000000000000001] "
     "[-0.59999999999999998, -0.10000000000000001, 0.10000000000000001] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "body b4 { link [-0.59999999999999998, -0.10000000000000001, 0.10000000000000001] "
     "[-0.29999999999999999, -0.5, 0.40000000000000002] mass 1 kg shape box width 0.05 m "
     "height 0.05 m }\n"
     "body b5 { link [-0.29999999999999999, -0.5, 0.40000000000000002] "
     "[0.20000000000000001, -0.59999999999999998, -0.10000000000000001] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "joint j0 : revolute ground -- b1 at [0.59999999999999998, 0.10000000000000001, "
     "0.10000000000000001] axis [0, 0.28734788556634538, 0.95782628522115132]\n"
     "joint j1 : revolute b1 -- b2 at [0.29999999999999999, 0.5, 0.40000000000000002] "
     "axis [0.97590007294853309, 0.19518001458970663, 0.097590007294853315]\n"
     "joint j2 : revolute b2 -- b3 at [-0.20000000000000001, 0.59999999999999998, "
     "-0.10000000000000001] axis [0.20628424925175867, -0.30942637387763799, "
     "0.92827912163291393]\n"
     "joint j3 : revolute b3 -- b4 at [-0.59999999999999998, -0.10000000000000001, "
     "0.10000000000000001] axis [-0, -0.28734788556634538, 0.95782628522115132]\n"
     "joint j4 : revolute b4 -- b5 at [-0.29999999999999999, -0.5, 0.40000000000000002] "
     "axis [-0.97590007294853309, -0.19518001458970663, 0.097590007294853315]\n"
     "joint j5 : revolute b5 -- ground at [0.20000000000000001, -0.59999999999999998, "
     "-0.10000000000000001] axis [-0.20628424925175867, 0.30942637387763799, "
     "0.92827912163291393]\n"
     "start j0.rate = 1\n"
     "output j0.angle, j3.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"bricard planesym", 1, 1, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body b1 { link [0.5, 0, 0] [0.29999999999999999, 0.40000000000000002, "
     "0.20000000000000001] mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "body b2 { link [0.29999999999999999, 0.40000000000000002, 0.20000000000000001] "
     "[-0.20000000000000001, 0.40000000000000002, 0.29999999999999999] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "body b3 { link [-0.20000000000000001, 0.40000000000000002, 0.29999999999999999] "
     "[-0.5, 0, 0.10000000000000001] mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "body b4 { link [-0.5, 0, 0.10000000000000001] [-0.20000000000000001, "
     "-0.40000000000000002, 0.29999999999999999] mass 1 kg shape box width 0.05 m height "
     "0.05 m }\n"
     "body b5 { link [-0.20000000000000001, -0.40000000000000002, 0.29999999999999999] "
     "[0.29999999999999999, -0.40000000000000002, 0.20000000000000001] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "joint j0 : revolute ground -- b1 at [0.5, 0, 0] axis [0.28734788556634538, 0, "
     "0.95782628522115132]\n"
     "joint j1 : revolute b1 -- b2 at [0.29999999999999999, 0.40000000000000002, "
     "0.20000000000000001] axis [0.20739033894608505, 0.51847584736521257, "
     "0.8295613557843402]\n"
     "joint j2 : revolute b2 -- b3 at [-0.20000000000000001, 0.40000000000000002, "
     "0.29999999999999999] axis [-0.38851434494290571, 0.29138575870717925, "
     "0.87415727612153782]\n"
     "joint j3 : revolute b3 -- b4 at [-0.5, 0, 0.10000000000000001] axis "
     "[0.92847669088525919, 0, 0.37139067635410372]\n"
     "joint j4 : revolute b4 -- b5 at [-0.20000000000000001, -0.40000000000000002, "
     "0.29999999999999999] axis [0.38851434494290571, 0.29138575870717925, "
     "-0.87415727612153782]\n"
     "joint j5 : revolute b5 -- ground at [0.29999999999999999, -0.40000000000000002, "
     "0.20000000000000001] axis [-0.20739033894608505, 0.51847584736521257, "
     "-0.8295613557843402]\n"
     "start j0.rate = 1\n"
     "output j0.angle, j3.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"rccc", 1, 0, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "point A = [0, 0, 0]\n"
     "point B = [0.3, 0.2, 0.1]\n"
     "point C = [0.8, 0.5, 0.4]\n"
     "point D = [0.9, -0.3, 0.2]\n"
     "body a { link A B mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "body b { link B C mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "body c { link C D mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "joint jA : revolute ground -- a at A axis [0, 0.2, 1]\n"
     "joint jB : cylindrical a -- b at B axis [1, 0.3, 0.2]\n"
     "joint jC : cylindrical b -- c at C axis [0.1, 1, 0.4]\n"
     "joint jD : cylindrical c -- ground at D axis [0.5, 0.2, 1]\n"
     "start jA.rate = 2\n"
     "output jA.angle, energy\n"
     "run to 1 s every 0.1 s\n"},
    {"three rps", 3, 0, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "body top { at [0, 0, 0.8] mass 3 kg inertia [0.1, 0.1, 0.2] kg*m^2 }\n"
     "body a0 { link [0.5, 0, 0] [0.40000000000000002, 0, 0.40000000000000002] mass 1 kg "
     "shape box width 0.05 m height 0.05 m }\n"
     "body b0 { link [0.40000000000000002, 0, 0.40000000000000002] [0.29999999999999999, "
     "0, 0.80000000000000004] mass 1 kg shape box width 0.05 m height 0.05 m }\n"
     "joint r0 : revolute ground -- a0 at [0.5, 0, 0] axis [-0, 1, 0]\n"
     "joint p0 : prismatic a0 -- b0 at [0.40000000000000002, 0, 0.40000000000000002] axis "
     "[-0.10000000000000001, 0, 0.40000000000000002]\n"
     "joint s0 : spherical b0 -- top at [0.29999999999999999, 0, 0.80000000000000004]\n"
     "force f0 : effort p0.travel value -3000 N/m*p0.travel\n"
     "body a1 { link [-0.24999999999999989, 0.43301270189221935, 0] "
     "[-0.19999999999999993, 0.34641016151377552, 0.40000000000000002] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "body b1 { link [-0.19999999999999993, 0.34641016151377552, 0.40000000000000002] "
     "[-0.14999999999999994, 0.25980762113533162, 0.80000000000000004] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "joint r1 : revolute ground -- a1 at [-0.24999999999999989, 0.43301270189221935, 0] "
     "axis [-0.86602540378443871, -0.49999999999999978, 0]\n"
     "joint p1 : prismatic a1 -- b1 at [-0.19999999999999993, 0.34641016151377552, "
     "0.40000000000000002] axis [0.049999999999999982, -0.086602540378443879, "
     "0.40000000000000002]\n"
     "joint s1 : spherical b1 -- top at [-0.14999999999999994, 0.25980762113533162, "
     "0.80000000000000004]\n"
     "force f1 : effort p1.travel value -3000 N/m*p1.travel\n"
     "body a2 { link [-0.25000000000000022, -0.43301270189221919, 0] "
     "[-0.20000000000000018, -0.34641016151377535, 0.40000000000000002] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "body b2 { link [-0.20000000000000018, -0.34641016151377535, 0.40000000000000002] "
     "[-0.15000000000000013, -0.25980762113533151, 0.80000000000000004] mass 1 kg shape "
     "box width 0.05 m height 0.05 m }\n"
     "joint r2 : revolute ground -- a2 at [-0.25000000000000022, -0.43301270189221919, 0] "
     "axis [0.86602540378443837, -0.50000000000000044, 0]\n"
     "joint p2 : prismatic a2 -- b2 at [-0.20000000000000018, -0.34641016151377535, "
     "0.40000000000000002] axis [0.050000000000000044, 0.086602540378443837, "
     "0.40000000000000002]\n"
     "joint s2 : spherical b2 -- top at [-0.15000000000000013, -0.25980762113533151, "
     "0.80000000000000004]\n"
     "force f2 : effort p2.travel value -3000 N/m*p2.travel\n"
     "output top.z, top.x, energy\n"
     "run to 0.3 s every 0.05 s\n"},
    {"macpherson", 2, 0, -1,
     "spatial\n"
     "gravity [0, 0, -9.81] m/s^2\n"
     "point A1 = [0.1, 0.3, 0.2]\n"
     "point A2 = [-0.2, 0.3, 0.2]\n"
     "point B = [0, 0.7, 0.15]\n"
     "point T = [0, 0.55, 0.8]\n"
     "point S = [0, 0.62, 0.35]\n"
     "point R = [-0.12, 0.35, 0.25]\n"
     "point W = [-0.12, 0.68, 0.22]\n"
     "body arm { link A1 B mass 3 kg shape box width 0.05 m height 0.03 m }\n"
     "body knuckle { at [0, 0.7, 0.3] mass 10 kg inertia [0.2, 0.2, 0.2] kg*m^2 }\n"
     "body strut { at T mass 2 kg inertia [0.05, 0.05, 0.01] kg*m^2 }\n"
     "joint ja : revolute ground -- arm at A1 axis A2 - A1\n"
     "joint jb : spherical arm -- knuckle at B\n"
     "joint jt : spherical ground -- strut at T\n"
     "joint js : cylindrical strut -- knuckle at S axis T - S\n"
     "joint jr : rod ground -- knuckle at R W\n"
     "force k : effort js.travel value -20000 N/m*js.travel - 1500 N*s/m*js.speed\n"
     "output knuckle.z, energy\n"
     "run to 0.5 s every 0.05 s\n"},
};
// clang-format on
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

static JdModel *read(const Mechanism *m, bool spatial, JdLog *log) {
    return jd_model_read_text(m->name, m->text, strlen(m->text), (JdReadDef){.spatial = spatial},
                              log);
}

/* Notes and the warning of locks that are too many, which says that the motion is right. */
static void check_words(const JdLog *log, const Mechanism *m, const char *form) {
    for (int k = 0; k < jd_log_count(log); k++) {
        const JdMessage message = jd_log_message(log, k);
        if (message.severity == JD_NOTE) continue;
        if (strcmp(message.code, "joint-redundant"))
            fail_msg("%s, %s: %s", m->name, form, message.text);
        check_contains(message.hint, "the motion is right");
        if (strstr(message.hint, "rigid")) fail_msg("%s, %s: %s", m->name, form, message.hint);
    }
}

static void check_counts(const Mechanism *m, bool spatial) {
    const int redundant = spatial ? m->in_space : m->redundant;
    JdLog *log = jd_log_new();
    JdModel *model = read(m, spatial, log);
    JdCheck check;
    if (!jd_check(model, (JdCompileDef){0}, &check, log)) {
        jd_log_print(log, stderr);
        fail_msg("%s", m->name);
    }
    if (check.freedoms != m->freedoms || check.redundant != redundant)
        fail_msg("%s: %d freedoms, %d redundant", m->name, check.freedoms, check.redundant);
    assert_int_equal(check.freedoms - check.freedoms_by_count, redundant);
    check_words(log, m, "check");
    jd_model_free(model);
    jd_log_free(log);
}

static void freedoms_and_redundant_locks_are_those_of_textbooks(void **state) {
    (void)state;
    for (int n = 0; n < MECHANISMS; n++) {
        check_counts(&mechanisms[n], false);
        if (mechanisms[n].in_space >= 0) check_counts(&mechanisms[n], true);
    }
}

/* The first output at the end. */
static double run_through(const Mechanism *m, bool spatial, const char *form) {
    JdLog *log = jd_log_new();
    Case c = open_model(read(m, spatial, log), log, (JdCompileDef){.form = form}, (JdRunDef){0});
    JdTrace *trace = jd_trace_new(c.system, NULL, log);
    while (advance(&c)) jd_trace_record(trace, c.run);
    const double end = jd_trace_at(trace, jd_trace_rows(trace) - 1, 1);
    check_words(c.log, m, form);
    jd_trace_free(trace);
    close_case(&c);
    return end;
}

static void they_move_alike_and_without_false_words(void **state) {
    (void)state;
    static const char *const forms[] = {"cut-joint", "minimal"};
    for (int n = 0; n < MECHANISMS; n++)
        for (int spatial = 0; spatial <= (mechanisms[n].in_space >= 0); spatial++) {
            const Mechanism *m = &mechanisms[n];
            const double first = run_through(m, spatial, "newton-euler");
            for (int k = 0; k < 2; k++)
                check_scaled(run_through(m, spatial, forms[k]), first, 1e-6, m->name);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(freedoms_and_redundant_locks_are_those_of_textbooks),
        cmocka_unit_test(they_move_alike_and_without_false_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
