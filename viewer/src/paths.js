// SPDX-License-Identifier: MIT
//
// Paths of points in space: all of it faint, what has been passed strong.
import { Lines, repaint } from './shapes.js';
import { place } from './space.js';
import { mix, rgb } from './colours.js';
import { before } from './motion.js';
import { pathTimes, spotOf, tracedIds } from './traced.js';

export class Paths {
  constructor(picture) {
    this.picture = picture;
    this.list = [];
    picture.store.on(['paths', 'traced', 'shown'], () => {
      this.rebuild();
      picture.changed();
    });
    this.rebuild();
  }

  rebuild() {
    for (const path of this.list)
      for (const mesh of path.meshes) {
        this.picture.three.remove(mesh);
        this.picture.materials.splice(this.picture.materials.indexOf(mesh.material), 1);
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
    const shown = this.picture.store.get('shown');
    const motions = this.picture.motions.filter((motion) => motion.filmed && shown.has(motion.run.index));
    this.list = tracedIds(this.picture.show, this.picture.store).flatMap((id) => motions.map((motion) => this.make(id, motion)));
    this.paint();
  }

  make(id, motion) {
    const { picture } = this, { body, at } = spotOf(motion.show, id);
    const times = pathTimes(motion.run.times), lines = new Lines();
    lines.begin({ body, run: motion.run.index });
    const where = times.map((t) => place(motion.pose(body, t), at));
    for (let n = 0; n + 1 < where.length; n++) lines.segment(0, where[n], where[n + 1]);
    const option = { nearer: 1e-5 };
    const all = picture.addLines(lines.geometry(), picture.slots, { ...option, width: 1 }, 6);
    const done = picture.addLines(lines.geometry(), picture.slots, { ...option, width: 1.8 }, 7);
    const { resolution } = picture.lines.material.uniforms;
    for (const mesh of [all, done]) mesh.material.uniforms.resolution.value.copy(resolution.value);
    return { id, times, meshes: [all, done] };
  }

  paint() {
    const { theme, show, motions } = this.picture;
    const colour = (paint) => (motions.length > 1 ? theme.series[paint.run % 8] : theme.tone(show.bodies[paint.body].colour));
    for (const { meshes } of this.list) {
      repaint(meshes[0].geometry, (paint) => [...mix(rgb(colour(paint)), rgb(theme.view), 0.6), 1]);
      repaint(meshes[1].geometry, (paint) => [...rgb(colour(paint)), 1]);
    }
  }

  place(time) {
    for (const { times, meshes } of this.list) {
      const passed = time >= times[times.length - 1] ? times.length - 1 : time < times[0] ? 0 : before(times, time) + 1;
      meshes[1].geometry.instanceCount = Math.min(passed, times.length - 1);
      meshes[1].visible = passed > 0;
    }
  }
}
