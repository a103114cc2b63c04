# SPDX-License-Identifier: MIT
# From peers.csv a picture of work and precision, as SVG: for six problems the CPU time of a simulated second over the error at the end,
# both in decades, of each program with the best of its methods.
BEGIN {
    FS = ","
    panels = split("P1 P3 P5 P6 P7 P2-10", panel, " ")
    title["P1"] = "slider-crank"; title["P3"] = "seven-body mechanism"; title["P5"] = "crankshaft, six pistons"
    title["P6"] = "Bricard, in space"; title["P7"] = "robot of 30 hinges, in space"; title["P2-10"] = "ten four-bars"
    programs = split("limit jourdain mujoco simbody", program, " ")
    colour["limit"] = "#888888"; colour["jourdain"] = "#0b62a4"; colour["mujoco"] = "#c2571a"; colour["simbody"] = "#2e7d32"
    called["limit"] = "by hand, for the one mechanism"; called["jourdain"] = "Jourdain"; called["mujoco"] = "MuJoCo 2.2"; called["simbody"] = "Simbody 3.7"
    wide = 290; high = 210; left = 52; top = 60; inner = 220; tall = 150
    from_error = -11; to_error = 0
}
function lg(x) { return log(x) / log(10) }
function px(e) { return sprintf("%.1f", x0 + (to_error - e) / (to_error - from_error) * inner) }
function py(t) { return sprintf("%.1f", y0 + tall - (t - low) / (top_t - low) * tall) }
function text(x, y, anchor, words, size) {
    printf "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"%s\">%s</text>\n", x, y, anchor, size, words
}
$9 == "done" && $5 != "" && $5 !~ /nan/ && $5 + 0 > 0 && $6 + 0 > 0 {
    n = ++points[$1, $2]; error[$1, $2, n] = lg($5); took[$1, $2, n] = lg($6)
}
# Only what no other setting beats in both.
function frontier(key, k, j, beaten) {
    kept = 0
    for (k = 1; k <= points[key]; k++) {
        beaten = error[key, k] > to_error
        for (j = 1; j <= points[key] && !beaten; j++)
            beaten = j != k && error[key, j] <= error[key, k] && took[key, j] <= took[key, k] &&
                     (error[key, j] < error[key, k] || took[key, j] < took[key, k] || j < k)
        if (!beaten) { kept++; fe[kept] = error[key, k]; ft[kept] = took[key, k] }
    }
    for (k = 2; k <= kept; k++)
        for (j = k; j > 1 && fe[j] > fe[j - 1]; j--) { s = fe[j]; fe[j] = fe[j - 1]; fe[j - 1] = s; s = ft[j]; ft[j] = ft[j - 1]; ft[j - 1] = s }
}
function draw(p, q, k, key, path) {
    low = 9; top_t = -9
    for (q = 1; q <= programs; q++) {
        key = p SUBSEP program[q]
        for (k = 1; k <= points[key]; k++) { if (took[key, k] < low) low = took[key, k]; if (took[key, k] > top_t) top_t = took[key, k] }
    }
    low = int(low) - (low < int(low)); top_t = int(top_t) + (top_t > int(top_t))
    text(x0 + inner / 2, y0 - 8, "middle", title[p], 12)
    for (k = low; k <= top_t; k++) {
        printf "<path d=\"M%s %sh%s\" stroke=\"#dddddd\"/>\n", x0, py(k), inner
        text(x0 - 5, py(k) + 3, "end", "1e" k, 9)
    }
    for (k = to_error; k >= from_error; k -= 2) {
        printf "<path d=\"M%s %sv%s\" stroke=\"%s\"/>\n", px(k), y0, tall, k == -6 ? "#999999" : "#eeeeee"
        text(px(k), y0 + tall + 13, "middle", "1e" k, 9)
    }
    for (q = 1; q <= programs; q++) {
        frontier(p SUBSEP program[q]); path = ""
        for (k = 1; k <= kept; k++)
            if (fe[k] >= from_error) {
                path = path (path == "" ? "M" : "L") px(fe[k]) " " py(ft[k])
                printf "<circle cx=\"%s\" cy=\"%s\" r=\"1.8\" fill=\"%s\"/>\n", px(fe[k]), py(ft[k]), colour[program[q]]
            }
        if (path != "") printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", path, colour[program[q]]
    }
}
END {
    rows = int((panels + 2) / 3); width = 3 * wide + 20; height = top + rows * high + 26
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" fill=\"#222222\">\n", width, height
    printf "<title>CPU time for a simulated second over the error at the end</title>\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", width, height
    at = left
    for (q = 1; q <= programs; q++) {
        printf "<path d=\"M%d 20h22\" stroke=\"%s\" stroke-width=\"2\"/>\n", at, colour[program[q]]
        text(at + 28, 24, "start", called[program[q]], 12)
        at += 60 + 7 * length(called[program[q]])
    }
    for (i = 1; i <= panels; i++) {
        x0 = left + ((i - 1) % 3) * wide; y0 = top + int((i - 1) / 3) * high
        draw(panel[i])
    }
    text(width / 2, height - 8, "middle", "error at the end, in parts of a length: smaller to the right; CPU seconds for a simulated second: less is better", 11)
    print "</svg>"
}
