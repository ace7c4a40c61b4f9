// A path as given on the command line as a URI reference: relative ones against the source root, absolute ones as
// `file:` URIs.

import type { JsonObject } from '../../base/json.js';

export function artifactLocation(file: string): JsonObject {
  const path = file.replace(/\\/g, '/');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return { uri: `file://${encoded}` };
  const drive = /^([A-Za-z]):\//.exec(path);
  if (drive) return { uri: `file:///${drive[1]}:${encoded.slice(drive[1]!.length + '%3A'.length)}` };
  return { uri: encoded.replace(/^(\.\/)+/, ''), uriBaseId: '%SRCROOT%' };
}
