// SPDX-License-Identifier: MIT
//
// The page: filled with the data that it was given, or it says that there are none.
import { readShow } from './data.js';
import { build } from './app.js';
import { h } from './dom.js';

const show = readShow(document), root = document.getElementById('app');
if (show) {
  document.title = `${show.title}: Jourdain`;
  build(show, root);
} else root.append(h('main.empty', {}, h('h1', {}, 'Jourdain'), h('p', {}, 'No model here: this page is filled by `jourdain view`.')));
