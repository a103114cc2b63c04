// SPDX-License-Identifier: MIT
//
// The moving picture in space: faces and lines of bodies and links in one run (the main one), the same again as lines for the
// start position and for other runs, a grid, paths. Draws only when something has changed.
import { Mesh, Scene as ThreeScene, WebGLRenderer } from 'three';
import { lineMaterial, solidMaterial } from './shaders.js';
import { bodyShapes, linkShapes, repaint } from './shapes.js';
import { Slots } from './slots.js';
import { Grid } from './grid.js';
import { Paths } from './paths.js';
import { Picker } from './pick.js';
import { Shadow } from './shadow.js';
import { mix, rgb } from './colours.js';
import { dot } from './space.js';

const SMALL = 2.5; // pixels: smaller symbols are left out
const SEEN_THROUGH = 0.22, BEHIND = 0.3; // how much is left of what is under the pointer, and of what is picked and hidden
const HIDDEN_EDGE = 0.3; // how much is left of edges behind others
const SHORT = 0.25; // pixels: shorter pieces of outlines are, too

let webgl = null; // asked for once: a browser lends few contexts

export function hasWebGL() {
  try {
    const context = webgl === null ? document.createElement('canvas').getContext('webgl2') : null;
    webgl ??= !!context;
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  } catch {
    webgl = false;
  }
  return webgl;
}

export class Picture {
  constructor(canvas, { show, store, theme, camera, motions, clock }) {
    Object.assign(this, { canvas, show, store, theme, camera, motions, clock });
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false, powerPreference: 'low-power' });
    this.three = new ThreeScene();
    this.slots = new Slots(show);
    this.materials = [];
    this.count = 0;
    this.build();
    this.shadow = new Shadow(this);
    this.lit();
    this.grid = new Grid(this);
    this.paths = new Paths(this);
    this.picker = new Picker(this);
    theme.on(() => this.paint());
    store.on('selected', (selected) => {
      this.slots.highlight(selected);
      this.changed();
    });
    store.on('hovered', (hovered) => {
      this.slots.hover(hovered);
      this.changed();
    });
    store.on(['shadows', 'glyphs', 'ghost', 'grid', 'axes', 'names', 'follows', 'gravity', 'velocity', 'force', 'velocityScale', 'forceScale'], () => this.changed());
    store.on('shown', () => {
      this.take();
      this.paint();
    });
    store.on('concealed', (concealed) => {
      for (const slots of [this.slots, ...this.shades.map((shade) => shade.slots)])
        show.bodies.forEach((body, n) => slots.setVisible(n, !body.hidden && !concealed.has(n)));
      this.changed();
    });
    this.paint();
  }

  // The first run that is shown: drawn in full, the others as lines over it.
  get main() {
    const filmed = this.motions.filter((motion) => motion.filmed);
    return filmed.find((motion) => this.store.get('shown').has(motion.run.index)) ?? filmed[0] ?? this.motions[0];
  }

  // Who draws over the picture after each frame.
  after(act) {
    this.overlay = act;
  }

  add(geometry, material, order) {
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = order;
    this.three.add(mesh);
    this.materials.push(material);
    return mesh;
  }

  // Lines of every kind meet here, so that all know the resolution.
  addLines(geometry, slots, options, order) {
    return this.add(geometry, lineMaterial(slots.texture, options), order);
  }

  build() {
    const { show, slots } = this;
    this.looks = new Map();
    const { body, link } = this.lookOf(this.main);
    Object.assign(this, { body, link });
    this.solids = this.add(this.body.full, solidMaterial(slots.texture), 1);
    this.lines = this.addLines(this.body.lines, slots, { width: 1, nearer: 2e-5, least: SHORT }, 3);
    this.hidden = this.addLines(this.body.lines, slots, { width: 1, behind: true, least: SHORT }, 8);
    this.hidden.material.uniforms.opacity.value = HIDDEN_EDGE;
    this.rims = this.add(this.body.full, solidMaterial(slots.texture, { rim: true }), 8);
    this.rims.material.uniforms.opacity.value = HIDDEN_EDGE;
    this.linkSolids = this.add(this.link.faces, solidMaterial(slots.texture), 1);
    this.linkEdges = this.addLines(this.link.edges, slots, { width: 1, nearer: 2e-5, least: SHORT }, 3);
    this.symbols = this.addLines(this.link.lines, slots, { width: 1.5, nearer: 4e-5, least: SHORT }, 5);
    this.clear = this.add(this.body.clear, solidMaterial(slots.texture, { see: true }), 4);
    this.through = this.add(this.body.full, solidMaterial(slots.texture, { through: true }), 4);
    this.through.material.uniforms.opacity.value = SEEN_THROUGH;
    this.behind = this.add(this.body.full, solidMaterial(slots.texture, { behind: true }), 8);
    this.behind.material.uniforms.opacity.value = BEHIND;
    this.shades = [];
    if (show.end > show.start) this.addShade('ghost', () => this.main, () => show.start);
    if (this.motions.length > 1)
      for (const motion of this.motions) if (motion.filmed) this.addShade('run', () => motion, (t) => t, motion.run.index);
  }

  // Bodies and links as a motion has them: a variant may have its own.
  lookOf(motion) {
    const show = motion?.show ?? this.show;
    if (!this.looks.has(show)) this.looks.set(show, { body: bodyShapes(show), link: linkShapes(show, this.slots, motion) });
    return this.looks.get(show);
  }

  // What is drawn in full: the main motion.
  take() {
    const { body, link } = this.lookOf(this.main);
    if (this.body === body) return;
    const [from, to] = [{ ...this.body, links: this.link }, { ...body, links: link }];
    const meshes = [this.solids, this.lines, this.hidden, this.rims, this.linkSolids, this.linkEdges, this.symbols, this.clear, this.through, this.behind, ...this.picker.meshes(), ...this.shadow.meshes()];
    for (const mesh of meshes)
      for (const kind of ['full', 'clear', 'lines']) if (mesh.geometry === from[kind]) mesh.geometry = to[kind];
    for (const mesh of meshes)
      for (const kind of ['faces', 'edges', 'lines']) if (mesh.geometry === from.links[kind]) mesh.geometry = to.links[kind];
    Object.assign(this, { body, link });
    this.show = this.slots.show = this.main?.show ?? this.show;
  }

  // Faces know the light.
  lit() {
    const { shadow } = this;
    for (const mesh of [this.solids, this.linkSolids]) Object.assign(mesh.material.uniforms, shadow.uniforms, { lift: { value: 0.004 * this.show.size } });
  }

  visible(shade) {
    if (shade.kind === 'ghost') return this.store.get('ghost');
    return shade.motion() !== this.main && this.store.get('shown').has(shade.run);
  }

  // The same bodies elsewhere: lines with thin faces. The colour of a run is that of its curves.
  addShade(kind, motion, time, run = 0) {
    const slots = new Slots(motion()?.show ?? this.show), ghost = kind === 'ghost';
    const look = this.lookOf(motion());
    const geometry = look.body.lines.clone();
    geometry.userData = look.body.lines.userData;
    const order = ghost ? 0 : 6;
    const lines = this.addLines(geometry, slots, { width: ghost ? 1 : 1.3, nearer: 2e-5, least: SHORT }, order);
    const faces = look.body.full.clone();
    faces.userData = look.body.full.userData;
    const solid = this.add(faces, solidMaterial(slots.texture, { see: true }), order);
    solid.material.uniforms.opacity.value = 0.16;
    this.shades.push({ kind, motion, slots, parts: [lines, solid], time, run });
  }

  paint() {
    const { theme } = this;
    const paper = rgb(theme.view), ink = rgb(theme.ink), ground = rgb(theme.ground);
    const own = (paint) => (paint.body === 0 ? ground : rgb(theme.tone(paint.colour)));
    const face = (paint) => [...mix(own(paint), paper, theme.dark ? 0 : 0.26), paint.opacity];
    const run = this.motions.length > 1 ? rgb(theme.series[this.main.run.index % 8]) : null;
    const edge = (paint) => {
      if (run && paint.body > 0) return [...run, 1];
      return [...mix(own(paint), theme.dark ? paper : ink, 0.5), 1];
    };
    this.renderer.setClearColor(theme.view);
    for (const geometry of [this.body.full, this.body.clear]) repaint(geometry, face);
    repaint(this.body.lines, edge);
    repaint(this.link.faces, (paint) => [...mix(rgb(theme.tone(paint.colour)), paper, 0.1), 1]);
    repaint(this.link.edges, () => [...mix(ink, paper, 0.4), 1]);
    repaint(this.link.lines, (paint) => [...(paint.act ? rgb(theme.series[1]) : paint.faint ? rgb(theme.faint) : mix(ink, paper, 0.1)), 1]);
    for (const shade of this.shades) {
      const tint = shade.kind === 'ghost' ? mix(rgb(theme.faint), paper, 0.35) : rgb(theme.series[shade.run % 8]);
      for (const part of shade.parts) repaint(part.geometry, () => [...tint, 1]);
    }
    for (const { uniforms } of this.materials) uniforms.mark?.value.set(...rgb(theme.accent));
    this.shadow.paint();
    this.grid.paint();
    this.paths.paint();
    this.changed();
  }

  resize(width, height, ratio) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.ratio = ratio;
    // Widths are in pixels of the page.
    for (const { uniforms } of this.materials) uniforms.resolution?.value.set(width, height);
    this.changed();
  }

  changed() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  place(time) {
    this.slots.place(this.main, time);
    for (const shade of this.shades) if (this.visible(shade)) shade.slots.place(shade.motion(), shade.time(time));
    this.paths.place(time);
  }

  // Joints too small to be recognised are left out.
  showSymbols() {
    for (const mesh of [this.linkSolids, this.linkEdges, this.symbols]) mesh.visible = this.store.get('glyphs') && this.camera.pixelsPerMetre() * this.show.unit > SMALL;
  }

  draw() {
    this.due = false;
    const { store } = this;
    this.place(this.clock.time);
    this.showSymbols();
    for (const shade of this.shades) for (const part of shade.parts) part.visible = this.visible(shade);
    this.grid.update();
    this.through.visible = store.get('hovered') !== null;
    this.behind.visible = store.get('selected')?.kind === 'body';
    const { right, up, eye } = this.camera.axes(), { away } = this.shadow;
    for (const mesh of [this.solids, this.linkSolids]) mesh.material.uniforms.toLight.value.set(dot(away, right), dot(away, up), dot(away, eye));
    this.shadow.update();
    this.renderer.render(this.three, this.camera.three);
    this.overlay?.();
    this.count++;
  }

  // For each body how many pixels of it are seen.
  census() {
    return this.picker.census();
  }

  // Seconds to find where all is, in a frame.
  measurePlacing(count) {
    const begin = performance.now(), { start, end } = this.show;
    for (let n = 0; n < count; n++) this.place(start + ((end - start) * n) / count);
    return (performance.now() - begin) / 1000 / count;
  }

  // Seconds for a frame, all work of the graphics card included.
  measure(count) {
    const gl = this.renderer.getContext(), pixel = new Uint8Array(4);
    const once = () => {
      this.draw();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    };
    once();
    const begin = performance.now();
    for (let n = 0; n < count; n++) once();
    return (performance.now() - begin) / 1000 / count;
  }
}
