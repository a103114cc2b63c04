// SPDX-License-Identifier: MIT
//
// Arrows and words on the canvas over the picture, in pixels of the page.

export class Pen {
  constructor(canvas) {
    this.canvas = canvas;
    this.ctx = canvas.getContext('2d');
  }

  begin(width, height, ratio, theme) {
    const { canvas, ctx } = this;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.lineJoin = ctx.lineCap = 'round';
    this.theme = theme;
  }

  line(from, to, colour, width = 1.5, dash = []) {
    const { ctx } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  arrow(from, to, colour, width = 1.8, dash = []) {
    const { ctx } = this, dx = to[0] - from[0], dy = to[1] - from[1], size = Math.hypot(dx, dy);
    if (size < 1.5) return;
    const head = Math.min(9, size * 0.6), x = dx / size, y = dy / size;
    this.line(from, [to[0] - x * head * 0.8, to[1] - y * head * 0.8], colour, width, dash);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(...to);
    ctx.lineTo(to[0] - x * head - y * head * 0.38, to[1] - y * head + x * head * 0.38);
    ctx.lineTo(to[0] - x * head + y * head * 0.38, to[1] - y * head - x * head * 0.38);
    ctx.closePath();
    ctx.fill();
  }

  dot([x, y], colour, radius = 3) {
    const { ctx } = this;
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
  }

  // With a rim of the paper's colour, so that it is read over lines.
  text(words, x, y, { colour = this.theme.ink, size = 12, align = 'left', weight = 400, italic = false } = {}) {
    const { ctx } = this;
    ctx.font = `${italic ? 'italic ' : ''}${weight} ${size}px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 3;
    ctx.strokeStyle = this.theme.view;
    ctx.strokeText(words, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(words, x, y);
  }

  width(words, size = 12) {
    this.ctx.font = `${size}px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;
    return this.ctx.measureText(words).width;
  }
}
