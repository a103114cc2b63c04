// SPDX-License-Identifier: MIT
//
// Both sides of a belt: tangents of the two wheels that it goes round (a radius below zero: it is crossed), as lines that
// are stretched from axle to axle, x from 0 to 1. None, if one wheel lies in the other.
export function beltLines([a, b], distance) {
  const lean = (a - b) / distance;
  if (!(Math.abs(lean) < 1)) return [];
  return [1, -1].map((side) => {
    const across = side * Math.sqrt(1 - lean * lean);
    return [(a * lean) / distance, a * across, 0, 1 + (b * lean) / distance, b * across, 0];
  });
}
