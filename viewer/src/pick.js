// SPDX-License-Identifier: MIT
//
// What is under the pointer: a few pixels are drawn once more with slot numbers for colours, and the one nearest
// to the pointer counts.
import { Mesh, NearestFilter, Scene as ThreeScene, WebGLRenderTarget } from 'three';
import { lineMaterial, solidMaterial } from './shaders.js';

const WIDE = 13;

export class Picker {
  constructor(picture) {
    this.picture = picture;
    this.target = new WebGLRenderTarget(WIDE, WIDE, { minFilter: NearestFilter, magFilter: NearestFilter });
    this.bytes = new Uint8Array(WIDE * WIDE * 4);
    this.three = new ThreeScene();
    const { texture } = picture.slots;
    this.solid = solidMaterial(texture, { pick: true });
    this.line = lineMaterial(texture, { width: 2, pick: true, nearer: 2e-5 });
    this.top = lineMaterial(texture, { width: 2, pick: true });
    this.through = this.makeThrough(picture, texture);
    this.edge = lineMaterial(texture, { width: 1, pick: true, bare: true, nearer: 2e-5 });
    this.parts = [
      [picture.solids, this.solid, 0], [picture.clear, this.solid, 0], [picture.lines, this.line, 1],
      [picture.linkSolids, this.solid, 0], [picture.symbols, this.top, 2],
    ].map(([of, material, order]) => {
      const mesh = new Mesh(of.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      this.three.add(mesh);
      return { of, mesh };
    });
  }

  // Edges and outlines of bodies where others hide them.
  makeThrough({ lines, solids }, texture) {
    this.hidden = lineMaterial(texture, { width: 1, pick: true, bare: true, behind: true });
    return [new Mesh(lines.geometry, this.hidden), new Mesh(solids.geometry, solidMaterial(texture, { pick: true, rim: true }))].map((mesh) => {
      Object.assign(mesh, { frustumCulled: false, renderOrder: 3, visible: false });
      this.three.add(mesh);
      return mesh;
    });
  }

  meshes() {
    return [...this.parts.map(({ mesh }) => mesh), ...this.through];
  }

  // Pixels of the page from the upper left corner of the picture; {kind, index} or null.
  at(x, y) {
    const { renderer, camera, clock, slots } = this.picture;
    this.picture.place(clock.time);
    for (const { of, mesh } of this.parts) mesh.visible = of.visible;
    const { width, height } = camera, eye = camera.three;
    eye.setViewOffset(width, height, Math.round(x) - (WIDE - 1) / 2, Math.round(y) - (WIDE - 1) / 2, WIDE, WIDE);
    for (const material of [this.line, this.top]) material.uniforms.resolution.value.set(WIDE, WIDE);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.three, eye);
    renderer.readRenderTargetPixels(this.target, 0, 0, WIDE, WIDE, this.bytes);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.picture.theme.view, 1);
    eye.clearViewOffset();
    const slot = this.nearest();
    return slot === null ? null : slots.owner(slot);
  }

  // How many pixels of each body are seen, faces and edges, also edges that shine through others; null for one that has no shape.
  census() {
    const { renderer, camera, clock, slots, show, store } = this.picture, wide = Math.ceil(camera.width), high = Math.ceil(camera.height);
    const target = new WebGLRenderTarget(wide, high, { minFilter: NearestFilter, magFilter: NearestFilter }), bytes = new Uint8Array(wide * high * 4);
    this.picture.place(clock.time);
    this.picture.showSymbols();
    for (const mesh of this.through) mesh.visible = true;
    for (const { of, mesh } of this.parts) {
      mesh.visible = of.visible && mesh.material !== this.top;
      if (mesh.material === this.line) mesh.material = this.edge;
    }
    for (const { uniforms } of [this.edge, this.hidden]) uniforms.resolution.value.set(wide, high);
    renderer.setRenderTarget(target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.three, camera.three);
    renderer.readRenderTargetPixels(target, 0, 0, wide, high, bytes);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.picture.theme.view, 1);
    target.dispose();
    for (const mesh of this.through) mesh.visible = false;
    for (const { mesh } of this.parts) if (mesh.material === this.edge) mesh.material = this.line;
    const counts = new Uint32Array(slots.count);
    for (let n = 0; n < bytes.length; n += 4) if (bytes[n + 3]) counts[bytes[n] + 256 * bytes[n + 1] + 65536 * bytes[n + 2] - 1]++;
    return show.bodies.map((body) => (body.index === 0 || body.hidden || !body.shapes.length || store.get('concealed').has(body.index) ? null : counts[body.index]));
  }

  nearest() {
    const middle = (WIDE - 1) / 2;
    let best = null, least = Infinity;
    for (let n = 0; n < WIDE * WIDE; n++) {
      const [r, g, b, a] = this.bytes.subarray(4 * n, 4 * n + 4);
      const slot = r + 256 * g + 65536 * b - 1;
      const off = Math.hypot((n % WIDE) - middle, Math.floor(n / WIDE) - middle);
      // What lies before the ground wins against it.
      if (a === 0 || slot < 0 || off + (slot === 0 ? 100 : 0) >= least) continue;
      best = slot;
      least = off + (slot === 0 ? 100 : 0);
    }
    return best;
  }
}
