# SPDX-License-Identifier: MIT
# modelDescription.xml against the rules of FMI 2.0 (-v version=2) and 3.0: which causality, variability and initial go together, who has a
# start value, names and references that occur once, derivatives of states, a model structure that lists what must be listed, units that
# are defined. One element on a line, as jourdain writes them.
function value(name,   m) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
function wrong(what) { print "line " NR ": " what; bad = 1 }
/<fmiModelDescription/ {
    if (value("fmiVersion") != version ".0") wrong("fmiVersion")
    if (value("modelName") == "") wrong("modelName")
    if (value(version == 2 ? "guid" : "instantiationToken") == "") wrong("guid or instantiationToken")
    indicators = value("numberOfEventIndicators")
}
/^  <[A-Z]/ {
    match($0, /<[A-Za-z]+/); element = substr($0, RSTART + 1, RLENGTH - 1)
    at = index(" ModelExchange CoSimulation UnitDefinitions LogCategories DefaultExperiment ModelVariables ModelStructure ", " " element " ")
    if (!at || at < reached) wrong("order of " element); reached = at
}
/<ModelExchange|<CoSimulation/ {
    saves = version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState"; writes = version == 2 ? "canSerializeFMUstate" : "canSerializeFMUState"
    if (value(writes) == "true" && value(saves) != "true") wrong("states are written that are not saved")
}
/<ModelExchange/ { exchange = value("modelIdentifier"); if (version == 3 && value("needsCompletedIntegratorStep") != "true") wrong("steps are followed") }
/<CoSimulation/ { if (value("modelIdentifier") != exchange) wrong("modelIdentifier"); if (exchange !~ /^[A-Za-z_][A-Za-z0-9_]*$/) wrong("identifier") }
/<Unit name/ { if (value("name") in unit) wrong("unit twice"); unit[value("name")] = 1 }
/<ScalarVariable|<Float64/ {
    count++
    n = value("name"); vr = value("valueReference"); c = value("causality"); v = value("variability"); i = value("initial"); s = value("start")
    if (n == "" || n in names) wrong("name " n); names[n] = 1
    if (vr !~ /^[0-9]+$/ || vr in of) wrong("valueReference " vr); of[vr] = c; place[count] = vr
    if (c !~ /^(parameter|input|output|local|independent)$/) wrong("causality " c)
    if (c == "parameter" && v !~ /^(fixed|tunable)$/) wrong("variability of a parameter")
    if (c != "parameter" && v != "continuous") wrong("variability " v)
    if (c == "parameter" && i != "exact") wrong("initial of a parameter")
    if ((c == "input" || c == "independent") && i != "") wrong("initial of an input or of time")
    if (c ~ /output|local/ && i !~ /^(exact|approx|calculated)$/) wrong("initial")
    if ((i ~ /exact|approx/ || c == "input") != (s != "")) wrong("start of " n)
    if (c == "independent" && s != "") wrong("start of time")
    if (value("unit") != "" && !(value("unit") in unit)) wrong("unit " value("unit"))
    if (value("reinit") != "") { if (value("reinit") !~ /^(true|false)$/) wrong("reinit"); sets[count] = 1 }
    if (value("derivative") != "") { derives[count] = value("derivative"); derivative[vr] = 1; rates++ }
    if (c == "output") outputs++
    if (c == "independent") times++
}
/<Outputs>/ { list = "output" }
/<Derivatives>/ { list = "rate" }
/<InitialUnknowns>/ { list = "initial" }
/<Unknown / { k = place[value("index")]; check(list, k) }
/<Output / { check("output", value("valueReference")) }
/<ContinuousStateDerivative / { check("rate", value("valueReference")) }
/<InitialUnknown / { check("initial", value("valueReference")) }
/<EventIndicator / { if (of[value("valueReference")] != "local") wrong("event indicator"); events++ }
function check(what, k) {
    if (!(k in of)) wrong("unknown " k)
    if ((what, k) in listed) wrong(what " twice: " k)
    listed[what, k] = 1; listings[what]++
    if (what == "initial" && listings[what] > 1 && k + 0 <= last) wrong("initial unknowns are in the order of variables")
    if (what == "initial") last = k + 0
    if (what == "output" && of[k] != "output") wrong("no output: " k)
    if (what == "rate" && !(k in derivative)) wrong("no derivative: " k)
}
END {
    for (k in derives) { s = version == 2 ? place[derives[k]] : derives[k]; if (!(s in of) || of[s] != "local" || s in derivative) { print "derivative of no state: " k; bad = 1 } }
    for (k in derives) state[version == 2 ? derives[k] : derives[k] + 1] = 1
    for (k in sets) if (!(k in state)) { print "reinit of no state: " k; bad = 1 }
    if (listings["output"] != outputs + 0) { print "outputs listed: " listings["output"] " of " outputs; bad = 1 }
    if (listings["rate"] != rates + 0) { print "derivatives listed: " listings["rate"] " of " rates; bad = 1 }
    if (listings["initial"] != outputs + rates) { print "initial unknowns: " listings["initial"]; bad = 1 }
    if (version == 3 && times != 1) { print "there is one time, not " times; bad = 1 }
    if (version == 2 && indicators !~ /^[0-9]+$/) { print "numberOfEventIndicators"; bad = 1 }
    exit bad
}
