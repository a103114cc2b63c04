// SPDX-License-Identifier: MIT
//
// Materials. All geometry that moves is one buffer for each kind: every corner knows its slot, and where a slot is
// stands in a texture (four texels: three rows of its matrix, its state). So a step in time costs one small upload,
// and 400 bodies cost as many draw calls as one.
import { DoubleSide, FrontSide, GreaterDepth, LessEqualDepth, Matrix4, ShaderMaterial, Vector2, Vector3 } from 'three';
import { SHADE } from './shade.js';

export const SLOTS_IN_ROW = 64;

// State: highlight, visible, under the pointer.
const SLOT = `
uniform highp sampler2D slots;
attribute float slot;
mat4 placed(out vec4 state) {
  int n = int(slot + 0.5);
  ivec2 at = ivec2((n % ${SLOTS_IN_ROW}) * 4, n / ${SLOTS_IN_ROW});
  vec4 x = texelFetch(slots, at, 0), y = texelFetch(slots, at + ivec2(1, 0), 0), z = texelFetch(slots, at + ivec2(2, 0), 0);
  state = texelFetch(slots, at + ivec2(3, 0), 0);
  return transpose(mat4(x, y, z, vec4(0.0, 0.0, 0.0, 1.0)));
}
vec4 identity() {
  float n = floor(slot + 0.5) + 1.0;
  return vec4(mod(n, 256.0), mod(floor(n / 256.0), 256.0), floor(n / 65536.0), 255.0) / 255.0;
}
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
`;

const SOLID_VERTEX = `${SLOT}
attribute vec4 colour;
varying vec4 tint;
varying vec3 across, at;
varying float lit;
uniform mat4 light;
uniform float lift;
void main() {
  vec4 state;
  mat4 here = placed(state);
  vec4 world = here * vec4(position, 1.0);
  bool seen = state.y > 0.5;
#if defined(THROUGH)
  seen = seen && state.z > 0.5;
#elif defined(BEHIND)
  seen = seen && state.x > 0.5;
#elif !defined(PICK)
  seen = seen && state.z < 0.5;
#endif
  gl_Position = seen ? projectionMatrix * viewMatrix * world : NOWHERE;
  vec3 n = normal.x * here[0].xyz / max(dot(here[0].xyz, here[0].xyz), 1e-30) + normal.y * here[1].xyz + normal.z * here[2].xyz;
  across = mat3(viewMatrix) * n;
  // A little off the face, so that it does not shade itself.
  at = (light * vec4(world.xyz + normalize(n) * lift, 1.0)).xyz;
  lit = state.x;
#ifdef PICK
  tint = identity();
#else
  tint = colour;
#endif
}`;

// Soft light from above left. Highlighted bodies go towards their full colour.
const SOLID_FRAGMENT = `
${SHADE}
uniform vec3 mark;
uniform vec3 toLight;
uniform float opacity;
varying vec4 tint;
varying vec3 across, at;
varying float lit;
void main() {
#ifdef RIM
  float rim = smoothstep(0.55, 0.9, 1.0 - abs(normalize(across).z));
  if (rim < 0.5) discard;
#else
  float rim = 1.0;
#endif
#ifdef PICK
  gl_FragColor = tint;
#else
  vec3 n = normalize(across) * (gl_FrontFacing ? 1.0 : -1.0);
  float key = max(dot(n, normalize(vec3(-0.35, 0.7, 0.62))), 0.0), sky = 0.5 + 0.5 * n.y;
  float dark = dot(n, toLight) > 0.05 ? shade(at, 2.2, 8) : 0.0;
  float light = 0.66 + 0.16 * sky + 0.3 * key - dark * (0.12 + 0.22 * key);
  vec3 c = mix(tint.rgb, mark, lit * 0.1) * light + vec3(0.06) * pow(max(n.z, 0.0), 24.0);
  gl_FragColor = vec4(c, tint.a * opacity * rim);
#endif
}`;

// Lines of some pixels, with round ends and soft edges. A line a little nearer than it is lies on its face.
const LINE_VERTEX = `${SLOT}
attribute vec3 from, to;
attribute vec4 colour;
uniform vec2 resolution;
uniform vec3 mark;
uniform float width, nearer, least;
varying vec4 tint;
varying vec2 along;
varying float reach, half_width;
void main() {
  vec4 state;
  mat4 here = projectionMatrix * viewMatrix * placed(state);
  vec4 a = here * vec4(from, 1.0), b = here * vec4(to, 1.0);
  tint = vec4(0.0);
  along = vec2(0.0);
  reach = half_width = 0.0;
  float ahead = 1e-4;
  if (state.y < 0.5 || (a.w < ahead && b.w < ahead)) {
    gl_Position = NOWHERE;
    return;
  }
  if (a.w < ahead) a = mix(b, a, (b.w - ahead) / (b.w - a.w));
  if (b.w < ahead) b = mix(a, b, (a.w - ahead) / (a.w - b.w));
  vec3 p = a.xyz / a.w, q = b.xyz / b.w;
  vec2 way = (q.xy - p.xy) * resolution * 0.5;
  reach = length(way);
#ifndef PICK
  // Too short to be seen: its neighbours cover it.
  if (reach < least) {
    gl_Position = NOWHERE;
    return;
  }
#endif
  way = reach > 1e-6 ? way / reach : vec2(1.0, 0.0);
  half_width = 0.5 * width * (1.0 + 0.9 * state.x);
#if defined(PICK) && !defined(BARE)
  half_width += 3.0;
#endif
  float wide = half_width + 1.0;
  along = vec2(mix(-wide, reach + wide, position.x), position.y * wide);
  vec2 shift = (way * along.x + vec2(-way.y, way.x) * along.y) / (resolution * 0.5);
  gl_Position = vec4(p.xy + shift, mix(p.z, q.z, clamp(along.x / max(reach, 1e-6), 0.0, 1.0)) - nearer, 1.0);
#ifdef PICK
  tint = identity();
#else
  tint = vec4(mix(colour.rgb, mark, state.x), colour.a);
#endif
}`;

const LINE_FRAGMENT = `
uniform float opacity;
varying vec4 tint;
varying vec2 along;
varying float reach, half_width;
void main() {
  float off = length(vec2(along.x - clamp(along.x, 0.0, reach), along.y));
  float cover = clamp(half_width + 0.5 - off, 0.0, 1.0);
#ifdef PICK
  if (cover < 0.5) discard;
  gl_FragColor = tint;
#else
  if (cover <= 0.0) discard;
  gl_FragColor = vec4(tint.rgb, tint.a * cover * opacity);
#endif
}`;

// see: faces that others are seen through; through: only those under the pointer; behind: what is picked, where others hide it;
// rim: what turns away from the eye, where others hide it, so that round bodies have outlines there.
export function solidMaterial(slots, { see = false, pick = false, through = false, behind = false, rim = false, shadow = {} } = {}) {
  const clear = see || through || behind || rim;
  return new ShaderMaterial({
    vertexShader: SOLID_VERTEX, fragmentShader: SOLID_FRAGMENT, side: rim ? FrontSide : DoubleSide,
    defines: { ...(pick ? { PICK: 1 } : {}), ...(through ? { THROUGH: 1 } : {}), ...(behind ? { BEHIND: 1 } : {}), ...(rim ? { RIM: 1 } : {}) },
    transparent: clear && !pick, depthWrite: !clear, depthFunc: behind || rim ? GreaterDepth : LessEqualDepth, polygonOffset: !rim, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    uniforms: {
      slots: { value: slots }, opacity: { value: 1 }, mark: { value: new Vector3() },
      shadows: { value: null }, light: { value: new Matrix4() }, toLight: { value: new Vector3(0, 1, 0) }, lift: { value: 0 }, shadowing: { value: 0 }, ...shadow,
    },
  });
}

// pick: numbers of slots for colours, wider, so that a pointer finds them; bare: as wide as they are; behind: only where others hide them.
export function lineMaterial(slots, { width = 1, nearer = 0, least = 0, pick = false, bare = false, behind = false } = {}) {
  return new ShaderMaterial({
    vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT, defines: { ...(pick ? { PICK: 1 } : {}), ...(bare ? { BARE: 1 } : {}) }, side: DoubleSide,
    transparent: !pick, depthWrite: pick && !behind, depthFunc: behind ? GreaterDepth : LessEqualDepth,
    uniforms: {
      slots: { value: slots }, width: { value: width }, nearer: { value: nearer }, least: { value: least },
      opacity: { value: 1 }, resolution: { value: new Vector2(1, 1) }, mark: { value: new Vector3() },
    },
  });
}
