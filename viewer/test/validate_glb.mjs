// SPDX-License-Identifier: MIT
//
// node validate_glb.mjs FILE...: the Khronos validator says nothing against any of them. Exit code 77 if it is not
// installed.
import { readFileSync } from 'node:fs';

const validator = await import('gltf-validator').catch(() => process.exit(77));
let bad = 0;
for (const path of process.argv.slice(2)) {
  const { issues } = await validator.default.validateBytes(new Uint8Array(readFileSync(path)), { uri: path });
  for (const { severity, code, message, pointer } of issues.messages.filter((issue) => issue.severity < 2)) {
    console.error(`${path}: ${severity ? 'warning' : 'error'}: ${code} at ${pointer}: ${message}`);
    bad++;
  }
}
process.exit(bad ? 1 : 0);
