// SPDX-License-Identifier: MIT
//
// Shadows in space: all faces seen from the light, as depths in a texture, and a floor that they fall on. So nothing
// floats. Made anew when something has moved, not when the eye has.
import { BufferAttribute, BufferGeometry, DepthTexture, DoubleSide, Matrix4, Mesh, NearestFilter, OrthographicCamera, Scene as ThreeScene, ShaderMaterial, UnsignedIntType, Vector3, WebGLRenderTarget } from 'three';
import { solidMaterial } from './shaders.js';
import { SHADE, SIZE } from './shade.js';
import { add, cross, dot, scale, sub, unit } from './space.js';
import { rgb } from './colours.js';

const TILT = [-0.32, 0.24]; // of the light: to the right and towards the eye of the first view

const FLOOR_VERTEX = `
uniform mat4 light;
varying vec3 at;
varying vec2 place;
void main() {
  vec4 world = vec4(position, 1.0);
  at = (light * world).xyz;
  place = uv;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// The floor fades towards its rim.
const FLOOR_FRAGMENT = `${SHADE}
uniform vec3 tint;
uniform float strength;
varying vec3 at;
varying vec2 place;
void main() {
  float rim = 1.0 - smoothstep(0.55, 1.0, length(place));
  gl_FragColor = vec4(tint, strength * rim * shade(at - vec3(0.0, 0.0, 0.002), 7.0, 16));
}`;

export class Shadow {
  constructor(picture) {
    this.picture = picture;
    const { camera, solids, linkSolids, slots } = picture;
    this.target = new WebGLRenderTarget(SIZE, SIZE, { minFilter: NearestFilter, magFilter: NearestFilter, depthTexture: new DepthTexture(SIZE, SIZE, UnsignedIntType) });
    this.eye = new OrthographicCamera();
    this.light = new Matrix4();
    this.away = unit(add(camera.up, add(scale(camera.right, TILT[0]), scale(camera.toward, TILT[1]))));
    this.three = new ThreeScene();
    const material = solidMaterial(slots.texture, { pick: true });
    material.colorWrite = false;
    this.parts = [solids, linkSolids].map((of) => {
      const mesh = new Mesh(of.geometry, material);
      mesh.frustumCulled = false;
      this.three.add(mesh);
      return { of, mesh };
    });
    this.floor = this.makeFloor();
    this.known = '';
  }

  meshes() {
    return this.parts.map(({ mesh }) => mesh);
  }

  get uniforms() {
    return { shadows: { value: this.target.depthTexture }, light: { value: this.light } };
  }

  // Below the box of all that is seen, much wider.
  makeFloor() {
    const { show, camera, three } = this.picture, { right, toward, up } = camera, [low, high] = show.box;
    const range = (axis) => [dot(low, axis), dot(high, axis)].sort((a, b) => a - b);
    const sides = [right, toward].map(range), wide = Math.max(show.size, ...sides.map(([a, b]) => b - a)) * 1.2;
    const middle = add(scale(right, (sides[0][0] + sides[0][1]) / 2), scale(toward, (sides[1][0] + sides[1][1]) / 2));
    this.level = range(up)[0] - 0.5 * show.unit;
    const corner = (u, v) => add(add(middle, scale(up, this.level - 1e-3 * show.size)), add(scale(right, u * wide), scale(toward, v * wide)));
    const geometry = new BufferGeometry(), corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners.flatMap(([u, v]) => corner(u, v))), 3));
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(corners.flat()), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const material = new ShaderMaterial({
      vertexShader: FLOOR_VERTEX, fragmentShader: FLOOR_FRAGMENT, transparent: true, depthWrite: false, side: DoubleSide,
      uniforms: { ...this.uniforms, shadowing: { value: 1 }, tint: { value: new Vector3() }, strength: { value: 0.3 } },
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = -2;
    three.add(mesh);
    return mesh;
  }

  paint() {
    const { theme } = this.picture, { tint, strength } = this.floor.material.uniforms;
    tint.value.set(...(theme.dark ? [0, 0, 0] : rgb(theme.ink)));
    strength.value = theme.dark ? 0.6 : 0.3;
  }

  // The light's frame about the bodies as they are, deep enough for the floor.
  aim() {
    const { show, slots, camera } = this.picture, { away } = this;
    const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
    slots.poses.forEach((pose, n) => {
      if (n === 0 && !show.bodies[0].shapes.length) return;
      for (let axis = 0; axis < 3; axis++) {
        least[axis] = Math.min(least[axis], pose[axis]);
        most[axis] = Math.max(most[axis], pose[axis]);
      }
    });
    if (!Number.isFinite(least[0])) return;
    const middle = scale(add(least, most), 0.5), reach = Math.hypot(...sub(most, least)) / 2 + 0.9 * show.size;
    const deep = Math.max(0, dot(middle, camera.up) - this.level) * 1.2 + reach;
    const x = unit(cross(camera.toward, away)), y = cross(away, x), { eye } = this;
    Object.assign(eye, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: reach + deep });
    eye.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(new Vector3(...x), new Vector3(...y), new Vector3(...away)));
    eye.position.set(...add(middle, scale(away, reach)));
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
    this.light.makeScale(0.5, 0.5, 0.5).setPosition(0.5, 0.5, 0.5).multiply(eye.projectionMatrix).multiply(eye.matrixWorldInverse);
  }

  // Before each picture.
  update(time) {
    const { store, renderer, theme, clock } = this.picture, on = store.get('shadows');
    for (const { uniforms } of [...this.picture.materials, this.floor.material]) if (uniforms.shadowing) uniforms.shadowing.value = on ? 1 : 0;
    this.floor.visible = on;
    const key = [time ?? clock.time, this.picture.main.run.index, [...store.get('concealed')], store.get('hovered')?.index, this.parts.map(({ of }) => of.visible)].join();
    if (!on || key === this.known) return;
    this.known = key;
    this.aim();
    for (const { of, mesh } of this.parts) mesh.visible = of.visible;
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.three, this.eye);
    renderer.setRenderTarget(null);
    renderer.setClearColor(theme.view, 1);
  }
}
