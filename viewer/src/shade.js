// SPDX-License-Identifier: MIT
//
// For shaders: what share of the light is kept away from a place.

export const SIZE = 1024; // of the texture of depths

// How much of the light comes to a place, 0..1, by so many looks on a spiral of some texels.
export const SHADE = `
uniform highp sampler2D shadows;
uniform float shadowing;
float shade(vec3 at, float radius, int looks) {
  if (shadowing < 0.5 || at.x <= 0.0 || at.y <= 0.0 || at.x >= 1.0 || at.y >= 1.0 || at.z >= 1.0) return 0.0;
  float dark = 0.0, turned = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  for (int n = 0; n < 16; n++) {
    if (n >= looks) break;
    float r = sqrt((float(n) + 0.5) / float(looks)) * radius, a = float(n) * 2.3999632 + turned;
    dark += texture2D(shadows, at.xy + r * vec2(cos(a), sin(a)) / ${SIZE}.0).r < at.z ? 1.0 : 0.0;
  }
  return dark / float(looks);
}
`;
