// SPDX-License-Identifier: MIT
//
// Places for the nodes of a layered graph (after Sugiyama): layers stand side by side from left to right; the order in
// a layer follows the middle of the neighbours, then each node goes as near to it as the others let it. Edges over
// several layers go by points of their own; edges within a layer turn round in the next one. Knows sizes only.

const SWEEPS = 16, THIN = 7; // of a point that an edge goes by

// A chain of items for an edge, from its lower layer to the higher one; back at a knee if both are in one layer.
function chainOf({ from, to }, items) {
  const between = (layer) => items.push({ layer, width: 0, height: THIN, thin: true }) - 1;
  const [a, b] = items[from].layer <= items[to].layer ? [from, to] : [to, from];
  if (items[a].layer === items[b].layer) {
    const knee = between(items[a].layer + 1);
    return { items: [from, knee, to], links: [[from, knee], [to, knee]], knee: true };
  }
  const chain = [a];
  for (let layer = items[a].layer + 1; layer < items[b].layer; layer++) chain.push(between(layer));
  chain.push(b);
  const links = chain.slice(1).map((item, n) => [chain[n], item]);
  return { items: a === from ? chain : chain.reverse(), links };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function crossings(layers, items) {
  let sum = 0;
  for (const layer of layers) {
    const ends = layer.flatMap((n, at) => items[n].right.map((other) => [at, items[other].order]));
    for (let k = 0; k < ends.length; k++)
      for (let m = 0; m < k; m++) if ((ends[m][0] - ends[k][0]) * (ends[m][1] - ends[k][1]) < 0) sum++;
  }
  return sum;
}

const number = (layers, items) => layers.forEach((layer) => layer.forEach((n, at) => (items[n].order = at)));

function order(layers, items) {
  number(layers, items);
  let best = layers.map((layer) => [...layer]), fewest = crossings(layers, items);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const right = sweep % 2 === 0, places = layers.map((_, n) => (right ? n : layers.length - 1 - n));
    for (const place of places) {
      const wanted = new Map(layers[place].map((n) => {
        const near = right ? items[n].left : items[n].right;
        return [n, near.length ? mean(near.map((other) => items[other].order)) : items[n].order];
      }));
      layers[place].sort((a, b) => wanted.get(a) - wanted.get(b) || items[a].order - items[b].order);
      layers[place].forEach((n, at) => (items[n].order = at));
    }
    const now = crossings(layers, items);
    if (now < fewest) [fewest, best] = [now, layers.map((layer) => [...layer])];
  }
  best.forEach((layer, n) => (layers[n] = layer));
  number(layers, items);
}

// As near to what each wants as distances let it: those that push each other move as one.
function settle(layer, items, wanted, gap) {
  const blocks = [];
  let offset = 0;
  layer.forEach((n, at) => {
    if (at > 0) offset += (items[layer[at - 1]].height + items[n].height) / 2 + (items[layer[at - 1]].thin && items[n].thin ? gap / 3 : gap);
    items[n].offset = offset;
    blocks.push({ sum: wanted[at] - offset, count: 1 });
    while (blocks.length > 1 && blocks.at(-2).sum / blocks.at(-2).count >= blocks.at(-1).sum / blocks.at(-1).count) {
      const last = blocks.pop();
      blocks.at(-1).sum += last.sum;
      blocks.at(-1).count += last.count;
    }
  });
  let at = 0;
  for (const { sum, count } of blocks) for (let k = 0; k < count; k++, at++) items[layer[at]].y = items[layer[at]].offset + sum / count;
}

function place(layers, items, gap) {
  for (const layer of layers) settle(layer, items, layer.map(() => 0), gap);
  for (let sweep = 0; sweep < 2 * SWEEPS; sweep++)
    for (const layer of layers)
      settle(layer, items, layer.map((n) => {
        const near = [...items[n].left, ...items[n].right];
        return near.length ? mean(near.map((other) => items[other].y)) : items[n].y;
      }), gap);
}

// Knees stand in the gap before their layer, between what they join, side by side.
function turn(chains, items, along) {
  chains.forEach(({ items: [from, knee, to] }, n) => {
    items[knee].x = items[knee].begin - along * (0.62 - 0.14 * (n % 3));
    items[knee].y = (items[from].y + items[to].y) / 2;
  });
}

// Level through each layer that is gone by.
function routeOf({ items: [first, ...rest], knee }, items) {
  const right = rest.length && items[rest.at(-1)].layer > items[first].layer;
  return rest.slice(0, -1).flatMap((n) => {
    const { x, y, begin, end } = items[n];
    return knee || begin === end ? [[x, y]] : right ? [[begin, y], [end, y]] : [[end, y], [begin, y]];
  });
}

// nodes: {layer, width, height}; edges: {from, to}. Their places (middles), where their layers begin and end, the points
// that each edge goes by, the whole size; the upper left corner is at 0, 0.
export function layered(nodes, edges, { along, across }) {
  const items = nodes.map((node) => ({ ...node })), chains = edges.map((edge) => chainOf(edge, items));
  for (const item of items) Object.assign(item, { left: [], right: [], y: 0 });
  for (const { links } of chains)
    for (const [a, b] of links) items[a].right.push(b), items[b].left.push(a);
  const count = Math.max(0, ...items.map(({ layer }) => layer + 1)), layers = Array.from({ length: count }, () => []);
  items.forEach(({ layer }, n) => layers[layer].push(n));
  order(layers, items);
  place(layers, items, across);
  let x = 0;
  for (const layer of layers) {
    const wide = Math.max(0, ...layer.map((n) => items[n].width));
    for (const n of layer) Object.assign(items[n], { x: x + wide / 2, begin: x, end: x + wide });
    x += wide + along;
  }
  turn(chains.filter(({ knee }) => knee), items, along);
  const top = Math.min(0, ...items.map(({ y, height }) => y - height / 2));
  for (const item of items) item.y -= top;
  return {
    places: items.slice(0, nodes.length).map(({ x: u, y: v }) => [u, v]),
    sides: items.slice(0, nodes.length).map(({ begin, end }) => [begin, end]),
    routes: chains.map((chain) => routeOf(chain, items)),
    width: Math.max(0, x - along), height: Math.max(0, ...items.map(({ y, height }) => y + height / 2)),
  };
}
