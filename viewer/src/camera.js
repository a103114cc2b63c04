// SPDX-License-Identifier: MIT
//
// From where it is seen: a target, two angles about the upward axis, and how much is seen about the target. In the
// plane always from the front.
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { add, cross, dot, scale, sub } from './space.js';

const FIELD = (28 * Math.PI) / 180;

// Yaw to the right, pitch upwards, in degrees.
export const VIEWS = [
  { name: 'Front', yaw: 0, pitch: 0 },
  { name: 'Right', yaw: 90, pitch: 0 },
  { name: 'Top', yaw: 0, pitch: 90 },
  { name: 'Corner', yaw: 35, pitch: 24 },
  { name: 'Back', yaw: 180, pitch: 0 },
  { name: 'Left', yaw: -90, pitch: 0 },
  { name: 'Bottom', yaw: 0, pitch: -90 },
  { name: 'Corner from behind', yaw: 145, pitch: 24 },
];

export class Camera {
  // extent() gives points about all that is ever seen.
  constructor(show, extent) {
    this.show = show;
    this.extent = extent;
    this.planar = show.planar;
    this.fitted = true; // all is seen, and nobody has moved the eye since
    this.up = show.planar ? [0, 1, 0] : show.up;
    this.right = Math.abs(this.up[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0];
    this.toward = cross(this.right, this.up);
    this.ortho = show.planar;
    this.width = this.height = 1;
    this.covered = 0; // pixels at the top that something lies over
    this.target = [0, 0, 0];
    this.span = this.whole = 1;
    this.listeners = [];
    this.flat = new OrthographicCamera();
    this.deep = new PerspectiveCamera();
    this.look(show.planar ? VIEWS[0] : VIEWS[3]);
  }

  on(act) {
    this.listeners.push(act);
  }

  get three() {
    return this.ortho ? this.flat : this.deep;
  }

  // The picture's axes: to the right, upwards, towards the eye.
  axes() {
    const cy = Math.cos(this.yaw), sy = Math.sin(this.yaw), cp = Math.cos(this.pitch), sp = Math.sin(this.pitch);
    const level = add(scale(this.toward, cy), scale(this.right, sy));
    const eye = add(scale(level, cp), scale(this.up, sp));
    const right = sub(scale(this.right, cy), scale(this.toward, sy));
    return { right, up: cross(eye, right), eye };
  }

  distance() {
    return this.span / 2 / Math.tan(FIELD / 2);
  }

  resize(width, height, covered = 0) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.covered = Math.min(covered, this.height / 2);
    if (this.fitted) this.fit();
    else this.update();
  }

  update() {
    const { right, up, eye } = this.axes();
    const reach = 4 * this.show.size + this.span * 4, aspect = this.width / this.height;
    const distance = this.ortho ? reach : this.distance();
    const camera = this.three;
    if (this.ortho) {
      const half = this.span / 2;
      Object.assign(camera, { left: -half * aspect, right: half * aspect, top: half, bottom: -half, near: 0, far: 2 * reach });
    } else {
      Object.assign(camera, { fov: (FIELD * 180) / Math.PI, aspect, near: Math.max(distance / 200, distance - reach), far: distance + reach });
    }
    const basis = new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...eye));
    camera.quaternion.setFromRotationMatrix(basis);
    camera.position.set(...add(this.target, scale(eye, distance)));
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    for (const act of this.listeners) act();
  }

  setOrtho(ortho) {
    this.ortho = ortho || this.planar;
    this.update();
  }

  look({ yaw, pitch }) {
    this.yaw = (yaw * Math.PI) / 180;
    this.pitch = (pitch * Math.PI) / 180;
  }

  orbit(dx, dy) {
    if (this.planar) return this.pan(dx, dy);
    this.fitted = false;
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(Math.max(this.pitch + dy * 0.008, -Math.PI / 2), Math.PI / 2);
    this.update();
  }

  // Pixels, y downwards.
  pan(dx, dy) {
    const { right, up } = this.axes(), step = this.span / this.height;
    this.fitted = false;
    this.target = add(this.target, add(scale(right, -dx * step), scale(up, dy * step)));
    this.update();
  }

  moveTo(target) {
    this.fitted = false;
    this.target = target;
    this.update();
  }

  moveBy(way) {
    this.moveTo(add(this.target, way));
  }

  // What is under (x, y) stays there.
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const span = Math.min(Math.max(this.span * factor, this.show.size * 1e-3), Math.max(this.show.size * 100, this.whole * 10));
    const { right, up } = this.axes(), step = (this.span - span) / this.height;
    this.target = add(this.target, add(scale(right, (x - this.width / 2) * step), scale(up, (this.height / 2 - y) * step)));
    this.span = span;
    this.fitted = false;
    this.update();
  }

  // All that is ever seen, with room for symbols and numbers about it. With perspective what is near is larger: each
  // turn of the loop comes closer.
  fit() {
    const { right, up, eye } = this.axes(), open = this.height - this.covered, aspect = this.width / open, margin = 2.4 * this.show.unit;
    const points = this.extent();
    for (let turn = 0; turn < (this.ortho ? 1 : 6); turn++) {
      const least = [Infinity, Infinity], most = [-Infinity, -Infinity];
      for (const p of points) {
        const from = sub(p, this.target);
        const larger = this.ortho || turn === 0 ? 1 : this.distance() / Math.max(this.distance() - dot(from, eye), this.distance() / 10);
        [dot(from, right) * larger, dot(from, up) * larger].forEach((value, axis) => {
          least[axis] = Math.min(least[axis], value - margin);
          most[axis] = Math.max(most[axis], value + margin);
        });
      }
      this.target = add(this.target, add(scale(right, (least[0] + most[0]) / 2), scale(up, (least[1] + most[1]) / 2)));
      this.span = Math.max((most[0] - least[0]) / aspect, most[1] - least[1], this.show.size * 0.05) * (open > 260 ? 1.2 : 1.3) * (this.height / open);
    }
    this.target = add(this.target, scale(up, (this.covered / 2 / this.height) * this.span));
    this.fitted = true;
    this.whole = this.span;
    this.update();
  }

  // Where a point is in the picture, in pixels; null behind the eye.
  project(p) {
    const v = new Vector3(p[0], p[1], p[2]).applyMatrix4(this.three.matrixWorldInverse);
    if (!this.ortho && v.z > -1e-9) return null;
    v.applyMatrix4(this.three.projectionMatrix);
    return [((v.x + 1) / 2) * this.width, ((1 - v.y) / 2) * this.height];
  }

  pixelsPerMetre() {
    return this.height / this.span;
  }
}
