// SPDX-License-Identifier: MIT
//
// Pointer on the picture. One finger or the left button turns (in the plane: moves), two fingers or the other
// buttons move, pinch or wheel zoom, a tap picks; a mouse that goes by sees through what is under it.

const TAP = 6; // pixels

// hover(x, y) as the pointer of a mouse goes by, hover() when it leaves.
export function control(canvas, camera, pick, hover) {
  const fingers = new Map();
  let travelled = 0;

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const local = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, { ...local(event), button: event.button });
  });

  canvas.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === 'mouse') hover(...Object.values(local(event)));
      return;
    }
    const to = local(event), dx = to.x - finger.x, dy = to.y - finger.y;
    if (fingers.size >= 2) {
      const old = spread();
      Object.assign(finger, to);
      const now = spread();
      camera.pan(now.x - old.x, now.y - old.y);
      if (now.size > 0 && old.size > 0) camera.zoom(old.size / now.size, now.x, now.y);
      travelled = Infinity;
      return;
    }
    travelled += Math.hypot(dx, dy);
    if (travelled < TAP) return;
    Object.assign(finger, to);
    if (finger.button !== 0 || event.shiftKey) camera.pan(dx, dy);
    else camera.orbit(dx, dy);
  });

  const release = (event) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (event.type === 'pointerup' && finger?.button === 0 && travelled < TAP) pick(finger.x, finger.y);
  };
  canvas.addEventListener('pointerleave', () => hover());
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const { x, y } = local(event);
    camera.zoom(Math.exp(Math.min(Math.max(event.deltaY, -120), 120) * 0.0016), x, y);
  }, { passive: false });
}
