# SPDX-License-Identifier: MIT
# Draws the seven-body mechanism from a CSV of time, x y angle of K1 to K7, K1.rate and jF.force: the bodies at time
# `shown`, the paths of four points over the whole run (K2: its centre of mass), and two curves over time. Lengths on the page are in pixels.
BEGIN {
    FS = ","; shown = 0.0079
    scale = 4800; left = 396; base = 374 # pixels a metre; where the ground's origin is
    ink = "#1f2a33"; faint = "#8a949c"; fill = "#c9d6df"
    split("#c2410c #1d6fa5 #5b7f2b #7a4fa3", colour, " "); split("K2 E D H", traced, " ")
}
NR == 1 { next }
{
    n++; time[n] = $1; rate[n] = $23; force[n] = $24
    for (k = 1; k <= 7; k++) { x = $(3 * k - 1); y = $(3 * k); a = $(3 * k + 1); c[k] = cos(a); s[k] = sin(a); X[k] = x; Y[k] = y }
    # Points of the bodies, from their centres of mass.
    put("F", 1, 0.00608, 0); put("E", 2, -0.0165, 0); put("D", 3, 0.00957, 0.00074)
    put("B", 3, -0.01043, 0.01874); put("E3", 3, -0.01043, -0.01626)
    put("K2", 2, 0, 0); put("G", 5, 0.01692, -0.00916); put("H", 7, 0.00449, -0.02772)
    for (p = 1; p <= 4; p++) path[p] = path[p] (n == 1 ? "M" : "L") here(traced[p]) " "
    if ($1 <= shown + 1e-9) for (name in px) { at_x[name] = px[name]; at_y[name] = py[name] }
}
function put(name, k, u, v) { px[name] = X[k] + c[k] * u - s[k] * v; py[name] = Y[k] + s[k] * u + c[k] * v }
function page_x(x) { return left + scale * x }
function page_y(y) { return base - scale * y }
function here(name) { return sprintf("%.1f,%.1f", page_x(px[name]), page_y(py[name])) }
function at(name) { return sprintf("%.1f,%.1f", page_x(at_x[name]), page_y(at_y[name])) }
function fix(name, x, y) { at_x[name] = x; at_y[name] = y }

function bar(from, to) {
    printf "<path class='bar' d='M%s L%s'/><path class='core' d='M%s L%s'/>\n", at(from), at(to), at(from), at(to)
}
function hinge(name) { split(at(name), xy, ","); printf "<circle class='pin' cx='%s' cy='%s' r='5'/>\n", xy[1], xy[2] }
function ground(name) {
    split(at(name), xy, ",")
    printf "<g transform='translate(%s %s)'><path class='ground' d='M0,0 L-13,20 H13 Z'/><path class='thin' d='M-18,20 H18'/>", xy[1], xy[2]
    printf "<path class='thin' d='M-16,27 l7,-7 M-8,27 l7,-7 M0,27 l7,-7 M8,27 l7,-7'/></g>\n"
}
function label(name, dx, dy) {
    split(at(name), xy, ",")
    printf "<text x='%.1f' y='%.1f' text-anchor='middle'>%s</text>\n", xy[1] + dx, xy[2] + dy, name
}
# A spring from one point to another: coils of fixed width along the line.
function spring(from, to, coils,    x0, y0, dx, dy, l, k, d, side, t) {
    x0 = page_x(at_x[from]); y0 = page_y(at_y[from]); dx = page_x(at_x[to]) - x0; dy = page_y(at_y[to]) - y0
    l = sqrt(dx * dx + dy * dy); d = sprintf("M%.1f,%.1f ", x0, y0)
    for (k = 0; k <= 2 * coils + 1; k++) {
        t = 0.1 + 0.8 * k / (2 * coils + 1); side = (k == 0 || k == 2 * coils + 1) ? 0 : (k % 2 ? 9 : -9)
        d = d sprintf("L%.1f,%.1f ", x0 + t * dx - side * dy / l, y0 + t * dy + side * dx / l)
    }
    printf "<path class='spring' d='%sL%.1f,%.1f'/>\n", d, x0 + dx, y0 + dy
}
# A curve over time in a box, with its least and greatest value at round numbers.
function chart(values, x, y, w, h, title, low, high, step,    k, v, d) {
    printf "<text class='title' x='%d' y='%d'>%s</text>\n", x, y - 10, title
    for (v = low; v <= high; v += step) {
        k = y + h - h * (v - low) / (high - low)
        printf "<path class='grid' d='M%d,%.1f h%d'/><text class='tick' x='%d' y='%.1f' text-anchor='end'>%d</text>\n", x, k, w, x - 6, k + 4, v
    }
    for (v = 0; v <= 30; v += 10)
        printf "<path class='grid' d='M%.1f,%d v%d'/><text class='tick' x='%.1f' y='%d' text-anchor='middle'>%d</text>\n", x + w * v / 30, y, h, x + w * v / 30, y + h + 16, v
    for (k = 1; k <= n; k++) d = d sprintf("%s%.1f,%.1f ", k == 1 ? "M" : "L", x + w * time[k] / 0.03, y + h - h * (values[k] - low) / (high - low))
    printf "<path class='curve' d='%s'/>\n", d
}
END {
    fix("O", 0, 0); fix("A", -0.06934, -0.00227); fix("C", 0.014, 0.072)
    print "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 520' width='900' height='520' font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='14'>"
    print "<title>Seven-body mechanism: position, paths of its points over 30 ms, speed of the crank and a reaction</title>"
    print "<style>path { fill: none; stroke-linejoin: round; stroke-linecap: round }"
    print "text { fill: " ink " } .tick { font-size: 11px; fill: #5c666e } .title { font-size: 13px }"
    print ".bar { stroke: " ink "; stroke-width: 11 } .core { stroke: " fill "; stroke-width: 8 } .plate { stroke: " ink "; stroke-width: 1.5; fill: " fill " }"
    print ".pin { fill: #fff; stroke: " ink "; stroke-width: 1.6 } .ground { stroke: " ink "; fill: #fff; stroke-width: 1.5 } .thin { stroke: " ink "; stroke-width: 1.2 }"
    print ".spring { stroke: " ink "; stroke-width: 1.6 } .grid { stroke: #d8dcd9; stroke-width: 1 } .curve { stroke: " colour[2] "; stroke-width: 1.8 } .path { stroke-width: 1.8; stroke-opacity: 0.9 }</style>"
    print "<rect x='0.5' y='0.5' width='899' height='519' rx='6' fill='#fbfbf8' stroke='#d8dcd9'/>"
    spring("C", "D", 9)
    ground("O"); ground("A"); ground("B"); ground("C")
    printf "<path class='plate' d='M%s L%s L%s Z'/>\n", at("B"), at("E"), at("D")
    bar("A", "G"); bar("A", "H"); bar("G", "E"); bar("H", "E"); bar("F", "E"); bar("O", "F")
    for (p = 1; p <= 4; p++) printf "<path class='path' style='stroke:%s' d='%s'/>\n", colour[p], path[p]
    split("O A B C D E F G H", all, " ")
    for (k = 1; k in all; k++) hinge(all[k])
    label("O", 24, 12); label("A", -16, 4); label("B", -14, -8); label("C", 16, 4); label("D", 18, 6); label("E", 20, 16)
    label("F", 16, -4); label("G", -2, -13); label("H", 18, 10)
    # Legend, and a length to compare with.
    for (p = 1; p <= 4; p++)
        printf "<path class='path' style='stroke:%s' d='M%d,502 h22'/><text class='title' x='%d' y='507'>path of %s</text>\n", colour[p], 34 + 112 * (p - 1), 62 + 112 * (p - 1), traced[p]
    printf "<path class='thin' d='M34,40 h%.1f M34,35 v10 M%.1f,35 v10'/><text class='title' x='%.1f' y='31' text-anchor='middle'>20 mm</text>\n", 0.02 * scale, 34 + 0.02 * scale, 34 + 0.01 * scale
    chart(rate, 612, 60, 256, 150, "crank speed K1.rate [rad/s]", 0, 1500, 500)
    chart(force, 612, 290, 256, 150, "reaction jF.force [N]", 0, 300, 100)
    print "<text class='tick' x='740' y='480' text-anchor='middle'>time [ms]</text>"
    print "</svg>"
}
