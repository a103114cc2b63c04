// SPDX-License-Identifier: MIT
//
// What the user has chosen. Whoever shows something of it listens; whoever changes it calls set.

export class Store {
  constructor(values) {
    this.values = { ...values };
    this.listeners = [];
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    for (const { names, act } of this.listeners) if (names.includes(name)) act(value, name);
  }

  toggle(name) {
    this.set(name, !this.values[name]);
  }

  // Calls at once if `now`, and after every change of one of the names.
  on(names, act, now = false) {
    this.listeners.push({ names: [].concat(names), act });
    if (now) act(this.values[[].concat(names)[0]]);
  }
}
