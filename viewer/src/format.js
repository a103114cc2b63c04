// SPDX-License-Identifier: MIT
//
// Numbers for people to read.

// As short as `digits` significant digits allow.
export function number(value, digits = 5) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : '-infinite';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 10 ** Math.max(digits, 6)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    return `${trim(mantissa)}e${Number(exponent)}`;
  }
  return String(Number(value.toPrecision(digits)));
}

const trim = (text) => (text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text);

// Fixed places, so that what changes does not jump.
export function fixed(value, places) {
  const text = value.toFixed(places);
  return Number(text) === 0 ? (0).toFixed(places) : text;
}

// Places after the point that tell a thousandth of the span apart.
export const placesOf = (span, parts = 1000) =>
  span > 0 ? Math.max(0, Math.min(12, Math.ceil(Math.log10(parts / span)))) : 3;

// The round number (1, 2 or 5 times a power of ten) next to or below a size.
export function roundDown(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  const share = size / power;
  return (share >= 4.999999 ? 5 : share >= 1.999999 ? 2 : 1) * power;
}

// Round marks in a range, about so many.
export function marks(least, greatest, about) {
  const raw = (greatest - least) / Math.max(about, 1);
  if (!(raw > 0) || !Number.isFinite(raw)) return { step: 1, values: [] };
  let step = roundDown(raw);
  if (step < raw * 0.999999) step = roundDown(step * 2.5);
  const values = [];
  for (let n = Math.ceil(least / step - 1e-9); n * step <= greatest + step * 1e-9; n++) values.push(n * step);
  return { step, values };
}

// Places after the point that a step needs: 0.025 needs three.
function stepPlaces(step) {
  let places = Math.max(0, Math.min(12, -Math.floor(Math.log10(step * 1.0001))));
  while (places < 12 && Math.abs(Math.round(step * 10 ** places) - step * 10 ** places) > 1e-3 * step * 10 ** places) places++;
  return places;
}

// A mark of an axis with this step.
export function markText(value, step, largest = Math.abs(value)) {
  if (Math.abs(value) < step * 1e-9) return '0';
  if (largest < 1e-3 || largest >= 1e6) {
    const [mantissa, exponent] = value.toExponential(10).split('e');
    const places = stepPlaces(step / 10 ** Number(exponent));
    return `${Number(mantissa).toFixed(Math.min(places, 10))}e${Number(exponent)}`;
  }
  return value.toFixed(stepPlaces(step));
}

// A length with the unit that suits it.
export function lengthText(metres, digits = 3) {
  const size = Math.abs(metres);
  if (size === 0) return '0';
  if (size >= 1000) return `${number(metres / 1000, digits)} km`;
  if (size >= 1) return `${number(metres, digits)} m`;
  if (size >= 1e-3) return `${number(metres * 1e3, digits)} mm`;
  return `${number(metres * 1e6, digits)} µm`;
}
