// SPDX-License-Identifier: MIT
//
// Files for the user, made here.

export function save(blob, name) {
  const address = URL.createObjectURL(blob), link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export const saveText = (text, kind, name) => save(new Blob([text], { type: kind }), name);

export function saveCanvas(canvas, name) {
  canvas.toBlob((blob) => blob && save(blob, name), 'image/png');
}

// A picture in SVG as a canvas, `ratio` pixels for each of its own.
export function canvasOf(svg, width, height, ratio = 2) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      resolve(canvas);
    };
    image.onerror = () => reject(new Error('the picture cannot be drawn'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}
