// SPDX-License-Identifier: MIT
//
// Where everything of a multibond graph stands: boxes for bodies, joints and forces, side by side as far from the ground
// as they are; in a box that is open its nodes. Bonds from box to box go by ports at their sides.
import { layered } from './layered.js';

const HEAD = 22, EDGE = 12, NODE = 26; // heights; space around the nodes of a box

// Nodes and bonds by number, which boxes are neighbours.
export function understand(raw) {
  const byName = new Map(raw.nodes.map(({ name }, n) => [name, n]));
  const parts = raw.parts.map((part, index) => ({ ...part, index, nodes: [], near: new Set() }));
  const nodes = raw.nodes.map((node, index) => ({ value: '', ...node, index, label: shorter(node.name, raw.parts[node.part]?.name) }));
  for (const node of nodes) parts[node.part]?.nodes.push(node.index);
  const bonds = raw.bonds.map((bond, index) => ({ dimension: 1, ...bond, index, from: byName.get(bond.from), to: byName.get(bond.to), stroke: byName.get(bond.stroke) ?? null }));
  for (const { from, to } of bonds) {
    const [a, b] = [nodes[from].part, nodes[to].part];
    if (a !== b) parts[a].near.add(b), parts[b].near.add(a);
  }
  return { parts: columns(parts), nodes, bonds };
}

// What a box is called need not be said again in it.
const shorter = (name, part) => (part && name.startsWith(`${part}_`) ? name.slice(part.length + 1) : name);

// Steps from the ground; forces stand behind what they act on, whatever else they join.
function columns(parts) {
  const walk = (queue, allowed) => {
    for (const at of queue)
      for (const next of parts[at].near)
        if (parts[next].column === undefined && allowed(parts[next])) {
          parts[next].column = parts[at].column + 1;
          queue.push(next);
        }
  };
  for (const pass of [(part) => part.kind !== 'force', () => true]) {
    walk(parts.filter((part) => part.column !== undefined).map(({ index }) => index), pass);
    for (const part of parts) {
      if (part.column !== undefined || !part.nodes.length || !pass(part)) continue;
      part.column = 0;
      walk([part.index], pass);
    }
  }
  return parts;
}

const typeOf = ({ type }) => ({ one: '1', zero: '0', splitter: '||' })[type] ?? type;

export const words = (node) => ({ type: typeOf(node), name: node.label });

function sizeOf(node) {
  const { type, name } = words(node);
  return { width: Math.max(type.length * 8, name.length * 5.2) + 8, height: NODE };
}

// Of a bond that leaves a box: where it goes to.
function ports(graph, part) {
  return graph.bonds.flatMap((bond) => {
    const [a, b] = [graph.nodes[bond.from].part, graph.nodes[bond.to].part];
    if (a === b || (a !== part.index && b !== part.index)) return [];
    const other = graph.parts[a === part.index ? b : a];
    return [{ bond: bond.index, node: a === part.index ? bond.from : bond.to, left: other.column < part.column, other: other.index }];
  });
}

// Steps from the ports at the left, or to those at the right if there are none.
function depths(inner, near, begin) {
  const depth = new Map(begin.map((n) => [n, 0]));
  for (const n of depth.keys()) for (const m of near.get(n)) if (!depth.has(m)) depth.set(m, depth.get(n) + 1);
  for (const n of inner) if (!depth.has(n)) depth.set(n, 0);
  return depth;
}

// The inside of an open box: its size, places of its nodes, ports and bonds.
function openBox(graph, part, gates) {
  const inner = part.nodes, number = new Map(inner.map((n, at) => [n, at]));
  const bonds = graph.bonds.filter(({ from, to }) => number.has(from) && number.has(to));
  const near = new Map(inner.map((n) => [n, []]));
  for (const { from, to } of bonds) near.get(from).push(to), near.get(to).push(from);
  const left = gates.filter((gate) => gate.left), right = gates.filter((gate) => !gate.left);
  const start = [...new Set((left.length ? left : right).map(({ node }) => node))];
  const depth = depths(inner, near, start.length ? start : inner.slice(0, 1)), most = Math.max(...depth.values());
  const layer = (n) => 1 + (left.length || !right.length ? depth.get(n) : most - depth.get(n));
  const nodes = [
    ...inner.map((n) => ({ layer: layer(n), ...sizeOf(graph.nodes[n]) })),
    ...gates.map((gate) => ({ layer: gate.left ? 0 : most + 2, width: 0, height: 9 })),
  ];
  const edges = [
    ...bonds.map(({ from, to }) => ({ from: number.get(from), to: number.get(to) })),
    ...gates.map((gate, n) => ({ from: number.get(gate.node), to: inner.length + n })),
  ];
  const placed = layered(nodes, edges, { along: 30, across: 10 });
  const head = headOf(part), width = Math.max(placed.width + (left.length ? 0 : EDGE) + (right.length ? 0 : EDGE), head);
  const shift = [left.length ? 0 : EDGE, HEAD + EDGE / 2], moved = ([x, y]) => [x + shift[0], y + shift[1]];
  return {
    open: true, width, height: placed.height + HEAD + EDGE,
    node: new Map(inner.map((n, at) => [n, moved(placed.places[at])])),
    port: new Map(gates.map((gate, n) => [gate.bond, [gate.left ? 0 : width, moved(placed.places[inner.length + n])[1]]])),
    route: new Map([...bonds.map(({ index }, n) => [index, placed.routes[n].map(moved)]), ...gates.map(({ bond }, n) => [bond, placed.routes[bonds.length + n].map(moved)])]),
  };
}

const headOf = ({ name, kind }) => Math.max(60, name.length * 7.2 + 34, kind === 'body' ? 76 : 0);

const closedBox = (part, gates) =>
  ({ open: false, width: headOf(part), height: Math.max(30, 10 + 9 * Math.max(gates.filter(({ left }) => left).length, gates.filter(({ left }) => !left).length)), port: new Map(), node: new Map(), route: new Map() });

// Ports of a closed box stand at its sides in the order of what they go to.
function spreadPorts(box, gates, height) {
  for (const left of [true, false]) {
    const side = gates.filter((gate) => gate.left === left).sort((a, b) => height(a) - height(b));
    side.forEach(({ bond }, n) => box.port.set(bond, [left ? 0 : box.width, (box.height * (n + 1)) / (side.length + 1)]));
  }
}

// Points of a bond, its ends at nodes or, where a box is closed, at its side.
function wayOf(graph, bond, boxes, outer, widths) {
  const [a, b] = [graph.nodes[bond.from].part, graph.nodes[bond.to].part];
  const at = (part, [x, y]) => [x + boxes[part].x, y + boxes[part].y];
  const inner = (part) => (boxes[part].route.get(bond.index) ?? []).map((point) => at(part, point));
  if (a === b) return boxes[a].open ? trimmed([at(a, boxes[a].node.get(bond.from)), ...inner(a), at(a, boxes[a].node.get(bond.to))], widths(bond.from), widths(bond.to)) : null;
  const side = (part, node) => (boxes[part].open ? [at(part, boxes[part].node.get(node)), ...inner(part)] : []);
  const gate = (part) => beyond(boxes[part], at(part, boxes[part].port.get(bond.index)));
  const points = [...side(a, bond.from), ...gate(a), ...outer, ...gate(b).reverse(), ...side(b, bond.to).reverse()];
  return trimmed(points, boxes[a].open ? widths(bond.from) : 0, boxes[b].open ? widths(bond.to) : 0);
}

// From a port to where the column of its box ends, so that a bond passes wider boxes above and below.
function beyond({ x, width, sides }, port) {
  const edge = port[0] > x + width / 2 ? sides[1] : sides[0];
  return Math.abs(edge - port[0]) < 1 ? [port] : [port, [edge, port[1]]];
}

// From the sides of the nodes on.
function trimmed(points, from, to) {
  const leave = ([x, y], [u], wide) => [x + Math.sign(u - x || 1) * (wide / 2), y];
  return [leave(points[0], points[1], from), ...points.slice(1, -1), leave(points.at(-1), points.at(-2), to)];
}

// Several bonds at one side of a node stand one below the other.
function fan(ways) {
  const ends = new Map();
  for (const way of ways)
    for (const first of [true, false]) {
      const own = first ? 0 : way.points.length - 1, next = first ? 1 : way.points.length - 2;
      if (!way[first ? 'fromNode' : 'toNode']) continue;
      const [x, y] = way.points[own], key = `${Math.round(10 * x)},${Math.round(10 * y)}`;
      if (!ends.has(key)) ends.set(key, []);
      ends.get(key).push({ points: way.points, own, toward: way.points[next][1] });
    }
  for (const list of ends.values()) {
    list.sort((a, b) => a.toward - b.toward);
    const step = Math.min(6, 18 / list.length);
    list.forEach(({ points, own }, n) => (points[own] = [points[own][0], points[own][1] + (n - (list.length - 1) / 2) * step]));
  }
}

// Boxes {x, y, width, height, open, part}, nodes {x, y}, bonds {points} and the size of all.
export function arrange(graph, open) {
  const { parts, nodes, bonds } = graph, shown = parts.filter((part) => part.nodes.length);
  const gates = parts.map((part) => ports(graph, part)), number = new Map(shown.map(({ index }, n) => [index, n]));
  const boxes = [];
  for (const part of shown) boxes[part.index] = open.has(part.index) ? openBox(graph, part, gates[part.index]) : closedBox(part, gates[part.index]);
  const across = bonds.filter(({ from, to }) => nodes[from].part !== nodes[to].part);
  const placed = layered(
    shown.map(({ index, column }) => ({ layer: column, width: boxes[index].width, height: boxes[index].height })),
    across.map(({ from, to }) => ({ from: number.get(nodes[from].part), to: number.get(nodes[to].part) })), { along: 44, across: 14 });
  for (const part of shown) {
    const [x, y] = placed.places[number.get(part.index)], box = boxes[part.index];
    Object.assign(box, { part, x: x - box.width / 2, y: y - box.height / 2, sides: placed.sides[number.get(part.index)] });
  }
  const outer = new Map(across.map(({ index }, n) => [index, placed.routes[n]]));
  for (const part of shown) {
    const own = boxes[part.index], toward = ({ bond, other }) => {
      const route = outer.get(bond), first = nodes[bonds[bond].from].part === part.index;
      return route.length ? route.at(first ? 0 : -1)[1] : boxes[other].y + (boxes[other].port.get(bond)?.[1] ?? boxes[other].height / 2);
    };
    if (!own.open) spreadPorts(own, gates[part.index], toward);
  }
  const widths = (n) => sizeOf(nodes[n]).width;
  const ways = bonds.flatMap((bond) => {
    const points = wayOf(graph, bond, boxes, outer.get(bond.index) ?? [], widths);
    return points ? [{ bond, points, fromNode: boxes[nodes[bond.from].part].open, toNode: boxes[nodes[bond.to].part].open }] : [];
  });
  fan(ways);
  return {
    boxes: boxes.filter(Boolean), ways, width: placed.width, height: placed.height,
    nodes: shown.filter(({ index }) => boxes[index].open).flatMap(({ index, nodes: inner }) =>
      inner.map((n) => ({ node: nodes[n], x: boxes[index].x + boxes[index].node.get(n)[0], y: boxes[index].y + boxes[index].node.get(n)[1] }))),
  };
}
